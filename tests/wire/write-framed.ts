import { crc32 } from 'node:zlib';

/** An object as a test sends it. */
export interface SentObject {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A framed dump, line by line, as `boards/runtime/otto_cov.c` would send it. */
export function framedLines(objects: readonly SentObject[], lineBytes = 24): string[] {
  const sums = objects.map(({ bytes }) => crc32(bytes));
  const pass = passOf(objects);
  const total = objects.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const lines = [frame('B', [pass, objects.length, total])];
  for (const [index, { path, bytes }] of objects.entries()) {
    const name = Buffer.from(path);
    for (const [at, piece] of pieces(name, lineBytes)) {
      lines.push(frame('N', [pass, index, sums[index]!, bytes.length, name.length, at], piece));
    }
  }
  let dataLines = 0;
  for (const [index, { bytes }] of objects.entries()) {
    for (const [at, piece] of pieces(bytes, lineBytes)) {
      lines.push(frame('D', [index, sums[index]!, at], piece));
      dataLines += 1;
    }
    lines.push(frame('O', [pass, index, sums[index]!, bytes.length, sums[index]!]));
  }
  lines.push(frame('E', [pass, objects.length, dataLines, total]));
  return lines;
}

/** One line without its end. */
export function frame(kind: string, fields: readonly number[], bytes?: Uint8Array): string {
  const numbers = fields.map((field) => `:${field.toString(16)}`).join('');
  const base64 = bytes ? `:+${Buffer.from(bytes).toString('base64').replace(/=+$/, '')}` : '';
  const body = `${kind}${numbers}${base64}`;
  return `@c${body}:${crc32(body).toString(16).padStart(8, '0')}`;
}

/** Tells dumps of different counters apart. */
export function passOf(objects: readonly SentObject[]): number {
  return crc32(objects.map(({ path, bytes }) => `${path} ${crc32(bytes)}`).join('\n'));
}

function pieces(bytes: Uint8Array, size: number): [number, Uint8Array][] {
  const found: [number, Uint8Array][] = [];
  for (let at = 0; at < bytes.length; at += size) found.push([at, bytes.subarray(at, at + size)]);
  return found;
}
