import { crc32 } from 'node:zlib';

/**
 * A line of a framed dump, as `boards/runtime/otto_cov.c` sends it. `pass` tells one dump of a boot
 * from the next, `version` one state of an object's counters from another.
 */
export type Frame =
  | {
      readonly kind: 'begin';
      readonly pass: number;
      readonly objects: number;
      readonly totalBytes: number;
    }
  | {
      readonly kind: 'name';
      readonly pass: number;
      readonly index: number;
      readonly version: number;
      readonly sizeBytes: number;
      readonly nameBytes: number;
      readonly offset: number;
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: 'data';
      readonly index: number;
      readonly version: number;
      readonly offset: number;
      readonly bytes: Uint8Array;
    }
  /** The end of an object that was sent whole; `sentSum` is over what was really sent. */
  | {
      readonly kind: 'sent';
      readonly pass: number;
      readonly index: number;
      readonly version: number;
      readonly sizeBytes: number;
      readonly sentSum: number;
    }
  | {
      readonly kind: 'end';
      readonly pass: number;
      readonly objects: number;
      readonly lines: number;
      readonly totalBytes: number;
    }
  /** The end of an answer to a request; the pass is 0 when the board has started anew since. */
  | { readonly kind: 'answer'; readonly pass: number }
  | { readonly kind: 'zeroed'; readonly objects: number };

/** What a line of text held. */
export interface FramedLine {
  readonly frames: readonly Frame[];
  /** Frames whose checksum does not fit, and remains of some. */
  readonly damaged: number;
}

const MOST_LINE_CHARS = 64 * 1024;
const FRAME = /@c([A-Z](?::[A-Za-z0-9+/]*)+):([0-9a-f]{8})/g;
const REMAINS = /@c[BNDOEAZ]:[0-9a-f]/g;
const NUMBER = /^[0-9a-f]{1,8}$/;

/**
 * Finds the frames in a line: anywhere in it, and several when line ends were lost. A frame is
 * `@c`, a letter, fields in hexadecimal (the last one base64 behind a plus sign), and the CRC-32 of
 * everything from the letter on. One that does not fit to the last bit is none.
 */
export function readFrames(text: string): FramedLine {
  const frames: Frame[] = [];
  if (!text.includes('@c') || text.length > MOST_LINE_CHARS) return { frames, damaged: 0 };
  for (const [, body = '', sum = ''] of text.matchAll(FRAME)) {
    if (crc32(body) !== parseInt(sum, 16)) continue;
    const frame = toFrame(body.split(':'));
    if (frame !== null) frames.push(frame);
  }
  return { frames, damaged: Math.max(0, (text.match(REMAINS)?.length ?? 0) - frames.length) };
}

function toFrame(fields: readonly string[]): Frame | null {
  const [kind = '', ...rest] = fields;
  const last = rest.at(-1) ?? '';
  const hasBytes = last.startsWith('+');
  const numbers = hasBytes ? rest.slice(0, -1) : rest;
  if (!numbers.every((field) => NUMBER.test(field))) return null;
  const values = numbers.map((field) => parseInt(field, 16));
  const bytes = hasBytes ? new Uint8Array(Buffer.from(last.slice(1), 'base64')) : null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
  switch (`${kind}${values.length}${bytes === null ? '' : '+'}`) {
    case 'B3':
      return { kind: 'begin', pass: a, objects: b, totalBytes: c };
    case 'N6+': {
      if (bytes === null) return null;
      const name = { nameBytes: e, offset: f, bytes };
      return { kind: 'name', pass: a, index: b, version: c, sizeBytes: d, ...name };
    }
    case 'D3+':
      return bytes === null ? null : { kind: 'data', index: a, version: b, offset: c, bytes };
    case 'O5':
      return { kind: 'sent', pass: a, index: b, version: c, sizeBytes: d, sentSum: e };
    case 'E4':
      return { kind: 'end', pass: a, objects: b, lines: c, totalBytes: d };
    case 'A1':
      return { kind: 'answer', pass: a };
    case 'Z1':
      return { kind: 'zeroed', objects: a };
    default:
      return null;
  }
}

/** True for a line that says that the counters started from zero: zeroed, or after a restart. */
export function isFramedRestart(text: string): boolean {
  return readFrames(text).frames.some(
    (frame) => frame.kind === 'zeroed' || (frame.kind === 'answer' && frame.pass === 0),
  );
}
