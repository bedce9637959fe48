import { closeSync, constants, openSync, readSync, realpathSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { BenchError } from '../base/bench-error.js';
import { unreadableFile } from './unreadable-file.js';

const CHUNK_BYTES = 64 * 1024;
const FIRST_POLL_MS = 1;
const LONGEST_POLL_MS = 50;
const WRITER_WAIT_MS = 10_000;

/**
 * The bytes of a pipe up to the end of its last writer. Opening and reading never block, so that a
 * cancellation is heard; a named pipe has ten seconds (`writerWaitMs`) to find a writer.
 * Errors: FILE_UNREADABLE.
 */
export async function* readPipe(
  path: string,
  writerWaitMs = WRITER_WAIT_MS,
): AsyncGenerator<Buffer> {
  const file = openPipe(path);
  const startedMs = performance.now();
  let hasWriter = isUnnamed(path);
  let pollMs = FIRST_POLL_MS;
  try {
    for (;;) {
      const chunk = readNow(file, path);
      if (chunk !== null && chunk.length > 0) {
        hasWriter = true;
        pollMs = FIRST_POLL_MS;
        yield chunk;
        continue;
      }
      if (chunk === null) hasWriter = true;
      else if (hasWriter) return;
      else if (performance.now() - startedMs > writerWaitMs) throw nobodyWrites(path, writerWaitMs);
      await pause(pollMs);
      pollMs = Math.min(pollMs * 2, LONGEST_POLL_MS);
    }
  } finally {
    closeSync(file);
  }
}

function openPipe(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    throw unreadableFile(path, cause);
  }
}

/** What is there; null when a writer has not written yet, nothing when there is no writer. */
function readNow(file: number, path: string): Buffer | null {
  const space = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    return space.subarray(0, readSync(file, space, 0, CHUNK_BYTES, null));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EAGAIN') return null;
    throw unreadableFile(path, cause);
  }
}

/** The pipe of a shell's `<(command)` has no name, so nobody can open it for writing later on. */
function isUnnamed(path: string): boolean {
  try {
    realpathSync.native(path);
    return false;
  } catch {
    return true;
  }
}

function nobodyWrites(path: string, waitMs: number): BenchError {
  return new BenchError('FILE_UNREADABLE', `nobody writes to ${path}`, {
    why: `it is a pipe, and none opened it for writing in ${waitMs / 1000} s`,
    hints: ['start what writes to it first, or name a file'],
  });
}
