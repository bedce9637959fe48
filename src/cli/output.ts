import { BenchError } from '../base/bench-error.js';
import type { OutputStream } from './output-stream.js';
import { writeOutputFile } from './write-output-file.js';

/** Where a command writes: data on stdout (or `-o`), everything else on stderr. */
export interface Output {
  /**
   * Data. Resolves when the operating system has all of it; a closed pipe is not an error.
   * Errors: FILE_UNWRITABLE (a full disk).
   */
  data(text: string | Uint8Array): Promise<void>;
  /** Words for the person at the terminal, a line. */
  note(line: string): void;
  /** The same without a line end, for what is drawn over. */
  status(text: string): void;
}

/** Where nobody reads any more: a closed pipe or socket, a terminal that went away. */
const READER_IS_GONE = ['EPIPE', 'ECONNRESET', 'EIO', 'ERR_STREAM_DESTROYED'];

/**
 * Output on two streams. A reader that goes away (`| head`) stops the writing quietly, and the exit
 * code stays what the command found.
 */
export function streamOutput(stdout: OutputStream, stderr: OutputStream): Output {
  let isClosed = false;
  stdout.on('error', () => {
    isClosed = true;
  });
  stderr.on('error', () => undefined);
  return {
    data: (text) =>
      new Promise((resolve, reject) => {
        if (isClosed) resolve();
        else {
          stdout.write(text, (error) => {
            if (!error || isReaderGone(error)) resolve();
            else reject(unwritable(error));
          });
        }
      }),
    note: (line) => {
      stderr.write(`${line}\n`, () => undefined);
    },
    status: (text) => {
      stderr.write(text, () => undefined);
    },
  };
}

/** Data to the file of `-o`, else to stdout. Errors: FILE_UNWRITABLE. */
export async function writeData(
  output: Output,
  file: string | undefined,
  text: string | Uint8Array,
): Promise<void> {
  if (file === undefined || file === '-') await output.data(text);
  else await writeOutputFile(file, text);
}

function isReaderGone(error: Error): boolean {
  return 'code' in error && READER_IS_GONE.includes(String(error.code));
}

function unwritable(cause: Error): BenchError {
  return new BenchError('FILE_UNWRITABLE', 'cannot write standard output', {
    why: cause.message,
    hints: ['what is there of it is not whole'],
    cause,
  });
}
