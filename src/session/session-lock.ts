import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { BenchError } from '../base/bench-error.js';
import type { SessionFolder } from './session-folder.js';

const LOCK_FILE = 'lock';
const MOST_TRIES = 50;
const RETRY_MS = 20;
const GUARD_MAX_AGE_MS = 10_000;

const holderSchema = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** When the process began, in the system's own ticks: a process id comes back. Null if unknown. */
  began: z.string().nullable(),
});
type Holder = Readonly<z.infer<typeof holderSchema>>;

/**
 * Takes a session for this process; gives the function that lets it go. The lock of a process that
 * is gone is taken over. Errors: SESSION_BUSY, FILE_UNWRITABLE.
 */
export async function lockSession(folder: SessionFolder): Promise<() => Promise<void>> {
  const path = join(folder.path, LOCK_FILE);
  const own = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    began: beganOf(process.pid),
    key: randomBytes(8).toString('hex'),
  });
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (await claim(path, own)) return () => letGo(path, own);
      const found = await readFile(path, 'utf8').catch(() => null);
      if (found === null) continue;
      const holder = holderOf(found);
      if (holder && isThere(holder)) throw busy(folder, holder);
      await removeStale(path, found);
    }
  } catch (cause) {
    if (cause instanceof BenchError) throw cause;
    throw new BenchError('FILE_UNWRITABLE', `cannot lock session ${folder.id}`, {
      why: cause instanceof Error ? cause.message : String(cause),
      cause,
    });
  }
  throw busy(folder, null);
}

/** Who works on a session now, in words; null when nobody does. Never rejects. */
export async function lockHolder(folder: SessionFolder): Promise<string | null> {
  const found = await readFile(join(folder.path, LOCK_FILE), 'utf8').catch(() => null);
  const holder = found === null ? null : holderOf(found);
  return holder && isThere(holder) ? holderWords(holder) : null;
}

/** Errors: SESSION_BUSY, when a process has the session open. */
export async function refuseLocked(folder: SessionFolder): Promise<void> {
  const found = await readFile(join(folder.path, LOCK_FILE), 'utf8').catch(() => null);
  const holder = found === null ? null : holderOf(found);
  if (holder && isThere(holder)) throw busy(folder, holder);
}

/** A link appears with its whole content or not at all, and only where there was none. */
async function claim(path: string, content: string): Promise<boolean> {
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(own, content, { flag: 'wx', mode: 0o600 });
  try {
    await link(own, path);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw cause;
  } finally {
    await unlink(own).catch(() => undefined);
  }
}

/**
 * Removes the lock that was judged stale, if it is still there. Only who holds the guard removes a
 * lock of another, so one that took its place meanwhile is never touched.
 */
async function removeStale(path: string, judged: string): Promise<void> {
  const guard = `${path}.takeover`;
  if (!(await claim(guard, ''))) {
    // Somebody takes over right now; a guard that stays was left by a crash.
    const age = await stat(guard).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > GUARD_MAX_AGE_MS) await unlink(guard).catch(() => undefined);
    await setTimeout(RETRY_MS);
    return;
  }
  try {
    if ((await readFile(path, 'utf8').catch(() => null)) === judged) await unlink(path);
  } finally {
    await unlink(guard).catch(() => undefined);
  }
}

async function letGo(path: string, own: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => null)) === own) {
    await unlink(path).catch(() => undefined);
  }
}

function holderOf(content: string): Holder | null {
  try {
    const parsed = holderSchema.safeParse(JSON.parse(content));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Of another machine nothing can be known, so its word is taken. */
function isThere({ pid, host, began }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    const isForeign = error instanceof Error && 'code' in error && error.code === 'EPERM';
    if (!isForeign) return false;
  }
  const now = beganOf(pid);
  return began === null || now === null || now === began;
}

/** The 22nd field of `/proc/PID/stat`; the name before it may hold blanks and brackets. */
function beganOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function holderWords({ pid, host }: Holder): string {
  return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
}

function busy(folder: SessionFolder, holder: Holder | null): BenchError {
  const who = holder ? holderWords(holder) : 'another otto-bench';
  return new BenchError('SESSION_BUSY', `session ${folder.id} is open elsewhere`, {
    why: `${who} has it open`,
    hints: [
      'end that one first; two would write over each other',
      ...(holder && holder.host !== hostname()
        ? [`if it is gone, delete ${join(folder.path, LOCK_FILE)}`]
        : []),
    ],
  });
}
