import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  fstatSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { BenchError } from '../base/bench-error.js';
import { sessionEventSchema, type SessionEvent } from './session-event.js';

/** A session that talks for a day stays far below this. */
const MAX_JOURNAL_BYTES = 16 * 1024 * 1024;

export interface JournalContent {
  readonly events: readonly SessionEvent[];
  /** Bytes up to the last whole line; what follows was torn by a crash. */
  readonly soundBytes: number;
  /** Whole lines that cannot be read, counted from 1. */
  readonly badLines: readonly number[];
}

/**
 * Reads a journal, one JSON event a line. A last line without its line feed was cut by a crash and
 * is left out; a whole line that cannot be read is named in `badLines`.
 */
export function readJournal(bytes: Uint8Array): JournalContent {
  const soundBytes = bytes.lastIndexOf(0x0a) + 1;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, soundBytes).toString('utf8');
  const events: SessionEvent[] = [];
  const badLines: number[] = [];
  text.split('\n').forEach((line, index) => {
    if (line === '') return;
    const event = readEvent(line);
    if (event) events.push(event);
    else badLines.push(index + 1);
  });
  return { events, soundBytes, badLines };
}

function readEvent(line: string): SessionEvent | null {
  try {
    const result = sessionEventSchema.safeParse(JSON.parse(line));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

/** The append-only record of one session. An event that `append` took survives a power cut. */
export interface Journal {
  append(event: SessionEvent): void;
  close(): void;
}

/**
 * Opens a journal for adding, after reading what it holds; a torn last line is cut off first, so
 * that the next event starts a line of its own. Errors: FILE_UNREADABLE, FILE_UNWRITABLE.
 */
export function openJournal(path: string): { journal: Journal; content: JournalContent } {
  let file: number;
  try {
    file = openSync(path, 'a+', 0o600);
  } catch (cause) {
    throw unwritable(path, cause);
  }
  try {
    const content = readJournal(readAll(file, path));
    if (content.soundBytes < fstatSync(file).size) ftruncateSync(file, content.soundBytes);
    return { journal: fileJournal(file, path), content };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function fileJournal(file: number, path: string): Journal {
  let isOpen = true;
  return {
    append: (event) => {
      if (!isOpen) return;
      try {
        // One write a line: a crash leaves whole lines and at most one torn last one.
        writeSync(file, `${JSON.stringify(event)}\n`);
        fsyncSync(file);
      } catch (cause) {
        throw unwritable(path, cause);
      }
    },
    close: () => {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

/** The bytes of a journal that is not opened for adding. Errors: FILE_UNREADABLE for a huge one. */
export async function readJournalBytes(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > MAX_JOURNAL_BYTES) throw tooLarge(path, size);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function readAll(file: number, path: string): Uint8Array {
  const sizeBytes = fstatSync(file).size;
  if (sizeBytes > MAX_JOURNAL_BYTES) {
    throw tooLarge(path, sizeBytes);
  }
  const bytes = new Uint8Array(sizeBytes);
  let filled = 0;
  while (filled < sizeBytes) {
    const got = readSync(file, bytes, filled, sizeBytes - filled, filled);
    if (got === 0) break;
    filled += got;
  }
  return bytes.subarray(0, filled);
}

function tooLarge(path: string, sizeBytes: number): BenchError {
  return new BenchError('FILE_UNREADABLE', `${path} is no journal of a bench session`, {
    why: `it holds ${sizeBytes} bytes, more than ${MAX_JOURNAL_BYTES}`,
  });
}

function unwritable(path: string, cause: unknown): BenchError {
  return new BenchError('FILE_UNWRITABLE', `cannot write the session journal ${path}`, {
    why: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}
