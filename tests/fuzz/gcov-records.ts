/** Where one record of a notes or data file lies, as far as its lengths can be believed. */
export interface RecordPlace {
  readonly tag: number;
  /** Of the tag; the length follows it. */
  readonly start: number;
  readonly payload: number;
  readonly end: number;
}

const FUNCTION_TAG = 0x01000000;
const SUMMARY_TAGS = [0xa1000000, 0xa3000000];
const MAX_HEADER_BYTES = 4096;
const ZERO_RUN = 0x80000000;

export function isLittleEndian(bytes: Uint8Array): boolean {
  return bytes[0] === 0x6f || bytes[0] === 0x61;
}

/** Up to GCC 11 lengths count words; the version word of 12 and later begins with B2 to B6. */
function unitOf(bytes: Uint8Array): 1 | 4 {
  const text = Buffer.from(bytes.subarray(4, 8));
  const word = (isLittleEndian(bytes) ? text.reverse() : text).toString('latin1');
  return /^B[2-6]/.test(word) ? 1 : 4;
}

/** The records of a sound file, in order; mutations aim at them. */
export function recordsOf(bytes: Uint8Array): readonly RecordPlace[] {
  if (bytes.length < 16) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = isLittleEndian(bytes);
  const unit = unitOf(bytes);
  const records: RecordPlace[] = [];
  let start = firstRecord(view, isLittle);
  while (start + 8 <= bytes.length) {
    const tag = view.getUint32(start, isLittle);
    if (tag === 0) break;
    const length = view.getUint32(start + 4, isLittle);
    const payload = start + 8;
    const end = length >= ZERO_RUN ? payload : payload + length * unit;
    if (end > bytes.length) break;
    records.push({ tag, start, payload, end });
    start = end;
  }
  return records;
}

/** The header of notes has a length of its own, so the first tag is looked for. */
function firstRecord(view: DataView, isLittle: boolean): number {
  const last = Math.min(view.byteLength - 4, MAX_HEADER_BYTES);
  for (let at = 12; at <= last; at += 1) {
    const word = view.getUint32(at, isLittle);
    if (word === FUNCTION_TAG || SUMMARY_TAGS.includes(word)) return at;
  }
  return view.byteLength;
}
