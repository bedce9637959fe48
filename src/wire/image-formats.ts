import type { DumpFormat } from './dump-format.js';
import { ImageReader, type ImageSyntax } from './image-reader.js';
import { mayHoldMarker } from './marker-start.js';
import { HEX, magicOf } from './text-encoding.js';

const CREATED = /CREATE: (?<path>\S.*?\.gcda)\s*$/;

/**
 * Images printed as hex with their names in lines of their own: NuttX (libs/libbuiltin/libgcc/gcov.c)
 * with size and sum, RTEMS before it had a stream, the NXP i.MX System Manager a few bytes a line,
 * the Nuclei SDK with the name behind the image; and images without names.
 */
export const IMAGE_FORMATS: readonly DumpFormat[] = [
  imageFormat({
    name: 'nuttx dump',
    start: null,
    end: null,
    opener: /gcov start filename:(?<path>\S.*?) size: ?(?<size>\d{1,10}) ?Byte/,
    closer: /gcov end filename:(?<path>\S.*?) checksum: ?(?<sum>\S.*)$/,
    row: '',
    beginnings: ['gcov start filename:', 'gcov end filename:'],
  }),
  imageFormat({
    name: 'old rtems dump',
    start: null,
    end: null,
    opener: /Emitting gcda bytes for (?<path>\S.*)$/,
    closer: null,
    row: '',
    beginnings: ['Emitting gcda bytes for '],
  }),
  imageFormat({
    name: 'nxp system manager dump',
    start: null,
    end: null,
    opener: /GCOV_H: file=(?<path>\S.*)$/,
    closer: null,
    row: 'GCOV_D:',
    beginnings: ['GCOV_H: file=', 'GCOV_D:'],
  }),
  imageFormat({
    name: 'nuclei dump',
    start: /\bDump \S*cov\S*(?: \S+)? start\b/i,
    end: /\bDump \S*cov\S*(?: \S+)? finish/i,
    opener: null,
    closer: CREATED,
    row: '',
    beginnings: ['Dump ', 'CREATE: '],
  }),
  imageFormat({
    name: 'gcda image in hex',
    start: null,
    end: null,
    opener: null,
    closer: CREATED,
    row: '',
    beginnings: ['61646367', '67636461', 'CREATE: '],
  }),
];

function imageFormat(syntax: ImageSyntax): DumpFormat {
  const { name, start, end, opener, closer, row, beginnings } = syntax;
  const isNameless = start === null && opener === null;
  const isStart = (text: string): boolean =>
    text.length <= MAX_LINE_CHARS && (start?.test(text) === true || opener?.test(text) === true);
  /** A log whose head is lost starts in the middle of a dump. */
  const isTail = (text: string): boolean =>
    text.length <= MAX_LINE_CHARS &&
    (end?.test(text) === true ||
      (!isNameless && closer?.test(text) === true) ||
      (row !== '' && text.includes(row)));
  return {
    name,
    isStart: (text) => isStart(text) || isTail(text),
    open(line, { source }) {
      const { text } = line;
      if (!isStart(text) && !isTail(text) && !(isNameless && isImage(text))) return null;
      const reader = new ImageReader(syntax, source, line);
      return { reader, role: reader.take(line) };
    },
    mayOpen: (unfinished) => beginnings.some((text) => mayHoldMarker(unfinished, text)),
  };
}

const MAX_LINE_CHARS = 8192;

function isImage(text: string): boolean {
  const digits = HEX.clean(text.slice(0, 48).trim());
  return digits !== null && magicOf(HEX, digits)?.kind === 'gcda';
}
