import type { DumpFormat } from './dump-format.js';
import { mayHoldMarker } from './marker-start.js';
import { StreamReader, type StreamSyntax } from './stream-reader.js';
import { BASE64, HEX, LETTERS, magicOf, SWAPPED_HEX } from './text-encoding.js';

const RTEMS_START = '*** BEGIN OF GCOV INFO BASE64 ***';
const UNIKRAFT_START = 'GCOV_DUMP_INFO_SERIAL:';

/**
 * Streams of gcfn records and images (GCC 13 and later) as text. RTEMS puts base64 between markers
 * and its SHA-256 behind them, Unikraft's lib/ukgcov nibble-swapped hex between markers; firmware
 * of one's own prints any of the encodings without.
 */
export const STREAM_FORMATS: readonly DumpFormat[] = [
  streamFormat({
    name: 'gcfn stream in base64',
    encoding: BASE64,
    start: RTEMS_START,
    end: '*** END OF GCOV INFO BASE64 ***',
    hasSum: true,
  }),
  streamFormat({
    name: 'gcfn stream in nibble-swapped hex',
    encoding: SWAPPED_HEX,
    start: UNIKRAFT_START,
    end: 'GCOV_DUMP_INFO_SERIAL_END',
    hasSum: false,
  }),
  streamFormat({
    name: 'gcfn stream in hex',
    encoding: HEX,
    start: null,
    end: null,
    hasSum: false,
  }),
  streamFormat({
    name: 'gcfn stream in letters',
    encoding: LETTERS,
    start: null,
    end: null,
    hasSum: false,
  }),
];

function streamFormat(syntax: StreamSyntax): DumpFormat {
  const { name, encoding, start, end } = syntax;
  const hasMarker = (text: string): boolean => start !== null && text.includes(start);
  // Images in plain hex have a reader of their own, which looks for their names.
  const kinds = encoding === HEX ? ['gcfn'] : ['gcfn', 'gcda'];
  const hasRecord = (text: string): boolean => {
    const match = encoding.startPattern.exec(text);
    if (match === null) return false;
    const digits = text.slice(match.index, match.index + 32).replaceAll(' ', '');
    return kinds.includes(magicOf(encoding, digits)?.kind ?? '');
  };
  return {
    name,
    isStart: (text) => hasMarker(text) || hasRecord(text),
    open(line, { source }) {
      const isTail = end !== null && line.text.includes(end);
      if (!hasMarker(line.text) && !isTail && !hasRecord(line.text)) return null;
      const reader = new StreamReader(syntax, source, line);
      return { reader, role: reader.take(line) };
    },
    mayOpen: (unfinished) =>
      [start, end, ...encoding.starts].some(
        (marker) => marker !== null && mayHoldMarker(unfinished, marker),
      ),
  };
}
