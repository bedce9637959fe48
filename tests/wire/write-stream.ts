import { createHash } from 'node:crypto';
import type { DumpedObject } from './write-dump.js';

/** A gcfn record and the image, for each object, as libgcc makes them. */
export function gcfnStream(objects: readonly DumpedObject[]): Buffer {
  return Buffer.concat(objects.flatMap(({ path, bytes }) => [gcfnRecord(path, bytes), bytes]));
}

function gcfnRecord(path: string, image: Uint8Array): Buffer {
  const isLittle = image[0] === 0x61;
  const name = Buffer.from(`${path}\0`, 'latin1');
  const head = Buffer.alloc(12);
  head.write(isLittle ? 'nfcg' : 'gcfn', 'latin1');
  head.set(image.subarray(4, 8), 4);
  if (isLittle) head.writeUInt32LE(name.length, 8);
  else head.writeUInt32BE(name.length, 8);
  return Buffer.concat([head, name]);
}

/** One line for each object. */
function eachLine(objects: readonly DumpedObject[], encode: (bytes: Buffer) => string): string {
  return objects.map((object) => `${encode(gcfnStream([object]))}\n`).join('');
}

export function hexStream(objects: readonly DumpedObject[]): string {
  return eachLine(objects, (bytes) => bytes.toString('hex'));
}

export function letterStream(objects: readonly DumpedObject[]): string {
  return eachLine(objects, (bytes) =>
    Array.from(bytes, (byte) => String.fromCharCode(97 + (byte & 15), 97 + (byte >> 4))).join(''),
  );
}

export function unikraftDump(objects: readonly DumpedObject[]): string {
  const start = 'GCOV_DUMP_INFO_SERIAL:\n';
  const lines = eachLine(objects, swapped);
  return `${start}info_start: 0x1234\ninfo_end: 0x1238\n\n\n${start}${lines}GCOV_DUMP_INFO_SERIAL_END\n`;
}

export function swappedStream(objects: readonly DumpedObject[]): string {
  return eachLine(objects, swapped);
}

function swapped(bytes: Buffer): string {
  return Buffer.from(bytes.map((byte) => (byte >> 4) | ((byte & 15) << 4))).toString('hex');
}

export function base64Stream(objects: readonly DumpedObject[]): string {
  return base64Rows(objects).join('\n') + '\n';
}

function base64Rows(objects: readonly DumpedObject[]): string[] {
  return (
    gcfnStream(objects)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  );
}

export function rtemsDump(objects: readonly DumpedObject[]): string {
  const rows = base64Rows(objects);
  const body = rows.map((row) => (row.length === 76 ? `${row}\n` : row)).join('');
  const sum = createHash('sha256').update(`${body}\n`).digest('base64');
  return (
    `\n*** BEGIN OF GCOV INFO BASE64 ***\n${body}\n*** END OF GCOV INFO BASE64 ***\n` +
    `*** GCOV INFO SHA256 ${sum.replaceAll('+', '-').replaceAll('/', '_')} ***\n`
  );
}
