import { HexdumpReader, matchOpener } from './hexdump-reader.js';
import { parseRow } from './hexdump-row.js';
import type { DumpFormat } from './dump-format.js';
import { mayHoldMarker } from './marker-start.js';

const NAME = 'embedded-gcov hexdump';
const END = 'Gcov End';

/**
 * The serial output of NASA's embedded-gcov (gcov_public.c, 2022) and of firmware that imitates it:
 * `Emitting <n> bytes for <file>`, rows of offset and 16 bytes, the file name again; `Gcov End`
 * after the last object.
 */
export const hexdumpFormat: DumpFormat = {
  name: NAME,
  open(line, context) {
    const isOpener = matchOpener(line.text) !== null;
    // A log whose head is lost starts in the middle of a dump: that has to be noticed, not skipped.
    const isTail = line.text.endsWith(END) || isImageStart(line.text);
    if (!isOpener && !isTail) return null;
    const reader = new HexdumpReader(NAME, context, line, isOpener);
    return { reader, role: reader.take(line) };
  },
  isStart: (text) => matchOpener(text) !== null,
  mayOpen(unfinished) {
    return mayHoldMarker(unfinished, 'Emitting ') || mayHoldMarker(unfinished, END);
  },
};

/** A first row with the magic word of a `.gcda` image, in either byte order. */
function isImageStart(text: string): boolean {
  const row = parseRow(text);
  return row !== null && row.offset === 0 && /^(?:61646367|67636461)/.test(row.digits);
}
