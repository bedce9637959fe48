/** A dump that is recognised and named, but not read. */
export interface UnsupportedFormat {
  readonly name: string;
  readonly marker: string;
  readonly pattern: RegExp;
}

const TEXT_FORMATS: readonly UnsupportedFormat[] = [
  {
    name: 'RTEMS base64 stream',
    marker: '*** BEGIN OF GCOV INFO BASE64 ***',
    pattern: /\*\*\* BEGIN OF GCOV INFO BASE64 \*\*\*/,
  },
  {
    name: 'old RTEMS dump',
    marker: 'Emitting gcda bytes for <file>',
    pattern: /Emitting gcda bytes for \S/,
  },
  {
    name: 'NuttX dump',
    marker: 'gcov start filename:',
    pattern: /gcov start filename:\S.* size: ?\d+/,
  },
  {
    name: 'Unikraft dump',
    marker: 'GCOV_DUMP_INFO_SERIAL:',
    pattern: /GCOV_DUMP_INFO_SERIAL:/,
  },
  {
    name: 'NXP System Manager dump',
    marker: 'GCOV_H: file=',
    pattern: /GCOV_H: file=/,
  },
  {
    name: 'Nuclei dump',
    marker: 'CREATE: <file>.gcda',
    pattern: /CREATE: \S.*\.gcda/,
  },
  {
    name: 'AdaCore source trace',
    marker: '== GNATcoverage source trace file ==',
    pattern: /== GNATcoverage source trace file ==/,
  },
  {
    name: 'gcfn stream as hex',
    marker: 'gcfn in hex',
    pattern: /^(?:.*[^0-9a-f])?(?: ?6e ?66 ?63 ?67| ?67 ?63 ?66 ?6e)(?: ?[0-9a-f]{2}){8}/i,
  },
  {
    name: 'gcfn stream as letters a to p',
    marker: 'gcfn as letters',
    pattern: /(?:^|[^a-p])(?:ogggdghg|hgdgggog)[a-p]{16}/,
  },
  {
    name: 'gcfn stream as base64',
    marker: 'gcfn in base64',
    pattern: /(?:^|[^A-Za-z0-9+/])(?:bmZjZ|Z2NmbQ|Z2Nmbk)[A-Za-z0-9+/]{12}/,
  },
  {
    name: 'LLVM profile as hex',
    marker: 'LLVM profile magic in hex',
    pattern: /(?:81 ?[57]2 ?66 ?6f ?72 ?70 ?6c ?ff|ff ?6c ?70 ?72 ?6f ?66 ?[57]2 ?81)/i,
  },
];

const BINARY_FORMATS: readonly UnsupportedFormat[] = [
  { name: 'binary gcfn stream', marker: 'gcfn', pattern: /^(?:nfcg|gcfn)/ },
  { name: '.gcda file', marker: 'gcda', pattern: /^(?:adcg|gcda)/ },
  { name: 'Zephyr ivshmem block', marker: 'ZCOV', pattern: /^(?:ZCOV|VOCZ)/ },
  {
    name: 'LLVM profile',
    marker: 'profile magic',
    pattern: /^(?:\u0081[rR]forpl\u00ff|\u00fflprof[rR]\u0081)/,
  },
  {
    name: 'embedded-gcov binary block',
    marker: 'a file name before the gcda magic',
    // eslint-disable-next-line no-control-regex
    pattern: /^[\u0020-\u007e]{1,480}\.gcda\u0000[^]{4}(?:adcg|gcda)/,
  },
];

/** Characters at the start of a file that `recogniseBinary` wants to see. */
export const BINARY_HEAD_BYTES = 512;
const MAX_LINE_CHARS = 4096;

/** Names the unsupported text format a line belongs to, or gives null. */
export function recogniseText(text: string): UnsupportedFormat | null {
  const head = text.slice(0, MAX_LINE_CHARS);
  return TEXT_FORMATS.find((format) => format.pattern.test(head)) ?? null;
}

/** Names the unsupported binary format a file starts with, or gives null. */
export function recogniseBinary(head: Uint8Array): UnsupportedFormat | null {
  const text = Buffer.from(head.subarray(0, BINARY_HEAD_BYTES)).toString('latin1');
  return BINARY_FORMATS.find((format) => format.pattern.test(text)) ?? null;
}
