import { fstatSync, writeSync } from 'node:fs';

/** As much of a stream as output needs. */
export interface OutputStream {
  write(chunk: string | Uint8Array, done: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * A stream of node that loses nothing: where a file is behind `descriptor`, node asks the system once
 * and does not look how much of the data it took, so that a disk that fills up ends in half an
 * answer and no error. Files are therefore written here, to the end or to the error.
 */
export function outputStream(stream: OutputStream, descriptor: number): OutputStream {
  return isFile(descriptor) ? { write: writerTo(descriptor), on: () => undefined } : stream;
}

function writerTo(descriptor: number): OutputStream['write'] {
  return (chunk, done) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(descriptor, bytes, written);
      done(null);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
    return true;
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
