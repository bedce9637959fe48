import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import { readJournal, readJournalBytes, type JournalContent } from './journal.js';
import { refuseLocked } from './session-lock.js';

const JOURNAL_FILE = 'journal.jsonl';
const ID = /^s-\d{4}-\d{4}(?:-\d{1,4})?$/;
const MAX_SAME_MINUTE = 1000;

/** Where one session keeps what it must not lose. */
export interface SessionFolder {
  readonly id: string;
  readonly path: string;
  readonly journalPath: string;
  /** Raw bytes of every fetch, written before they are decoded. */
  readonly rawPath: string;
  /** Everything the board's console said. */
  readonly consolePath: string;
}

/** The places of a session below `root`. */
export function sessionFolder(root: string, id: string): SessionFolder {
  const path = join(root, id);
  return {
    id,
    path,
    journalPath: join(path, JOURNAL_FILE),
    rawPath: join(path, 'raw'),
    consolePath: join(path, 'console.log'),
  };
}

/**
 * Makes the folder of a new session, `s-MMDD-HHMM` in local time; a second one in the same minute
 * gets `-2`. Errors: FILE_UNWRITABLE.
 */
export async function createSessionFolder(root: string, now: Date): Promise<SessionFolder> {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const base = `s-${day}-${two(now.getHours())}${two(now.getMinutes())}`;
  try {
    await mkdir(root, { recursive: true });
    for (let count = 1; count < MAX_SAME_MINUTE; count += 1) {
      const folder = sessionFolder(root, count === 1 ? base : `${base}-${count}`);
      if (await claim(folder.path)) {
        await mkdir(folder.rawPath);
        return folder;
      }
    }
  } catch (cause) {
    throw new BenchError('FILE_UNWRITABLE', `cannot make a session folder in ${root}`, {
      why: cause instanceof Error ? cause.message : String(cause),
      cause,
    });
  }
  throw new BenchError('FILE_UNWRITABLE', `${root} holds too many sessions of this minute`);
}

/** True when the folder was made by us just now. */
async function claim(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw cause;
  }
}

/** The folder of a session that exists. Errors: NO_SUCH_SESSION. */
export async function findSessionFolder(root: string, id: string): Promise<SessionFolder> {
  const folder = sessionFolder(root, id);
  const exists = ID.test(id) && (await isFile(folder.journalPath));
  if (!exists) {
    const known = await listSessionIds(root);
    throw new BenchError('NO_SUCH_SESSION', `there is no session ${id}`, {
      why: known.length > 0 ? `sessions here: ${known.join(', ')}` : 'no session is kept here',
      hints: ['otto-bench sessions list'],
    });
  }
  return folder;
}

/** Ids of the sessions below `root`, oldest name first; none when the folder does not exist. */
export async function listSessionIds(root: string): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  const found = names.filter((name) => ID.test(name));
  const exists = await Promise.all(
    found.map((name) => isFile(sessionFolder(root, name).journalPath)),
  );
  return found.filter((_, index) => exists[index]).toSorted();
}

/** The journal of a session, without opening it for writing. Errors: FILE_UNREADABLE. */
export async function readSessionJournal(folder: SessionFolder): Promise<JournalContent> {
  try {
    return readJournal(await readJournalBytes(folder.journalPath));
  } catch (cause) {
    if (cause instanceof BenchError) throw cause;
    throw new BenchError('FILE_UNREADABLE', `cannot read ${folder.journalPath}`, {
      why: cause instanceof Error ? cause.message : String(cause),
      cause,
    });
  }
}

/** Deletes a session with its raw data. Errors: NO_SUCH_SESSION, SESSION_BUSY. */
export async function dropSessionFolder(root: string, id: string): Promise<void> {
  const folder = await findSessionFolder(root, id);
  await refuseLocked(folder);
  await rm(folder.path, { recursive: true, force: true });
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
