import { BenchError } from '../base/bench-error.js';
import { BINARY_FORMATS } from './binary-formats.js';
import { DUMP_FORMATS } from './dump-formats.js';
import type { UnsupportedFormat } from './unsupported-formats.js';

/** What is known of a log in which no dump was found. */
export interface LogSummary {
  readonly source: string;
  readonly receivedBytes: number;
  readonly lines: number;
  /** Bytes that no text log holds: controls and everything above ASCII. */
  readonly oddBytes: number;
}

/** The refusal for a log without any dump (NO_DUMP_FOUND), with what was looked for. */
export function noDumpError(log: LogSummary): BenchError {
  const { source, receivedBytes, lines, oddBytes } = log;
  const names = [...DUMP_FORMATS, ...BINARY_FORMATS].map((format) => format.name).join(', ');
  const why =
    receivedBytes === 0
      ? 'it is empty'
      : `read ${receivedBytes} bytes in ${lines} ${lines === 1 ? 'line' : 'lines'} and found none of: ${names}`;
  const hints = ['send the dump command of the firmware and log its whole answer'];
  if (oddBytes * 4 > receivedBytes && receivedBytes > 0) {
    hints.push(`${oddBytes} bytes are no text: check the baud rate of the log`);
  }
  return new BenchError('NO_DUMP_FOUND', `${source} holds no coverage dump`, { why, hints });
}

/** The refusal for a dump that is recognised, but not read (UNSUPPORTED_FORMAT). */
export function unsupportedError(
  source: string,
  format: UnsupportedFormat,
  line: number,
): BenchError {
  return new BenchError(
    'UNSUPPORTED_FORMAT',
    `${source} holds a dump in a format that is not read: ${format.name}`,
    {
      why: `"${format.marker}" at line ${line}`,
      hints: [format.hint],
    },
  );
}
