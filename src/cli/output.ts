import { writeOutputFile } from './write-output-file.js';

/** Where a command writes: data on stdout (or `-o`), everything else on stderr. */
export interface Output {
  /** Data. Resolves when the operating system has it; a closed pipe is not an error. */
  data(text: string | Uint8Array): Promise<void>;
  /** Words for the person at the terminal, a line. */
  note(line: string): void;
  /** The same without a line end, for what is drawn over. */
  status(text: string): void;
}

interface Stream {
  write(chunk: string | Uint8Array, done: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Output on two streams. A reader that goes away (`| head`) stops the writing quietly, and the exit
 * code stays what the command found.
 */
export function streamOutput(stdout: Stream, stderr: Stream): Output {
  let isClosed = false;
  stdout.on('error', () => {
    isClosed = true;
  });
  stderr.on('error', () => undefined);
  return {
    data: (text) =>
      new Promise((resolve) => {
        if (isClosed) resolve();
        else stdout.write(text, () => resolve());
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
