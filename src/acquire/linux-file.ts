import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError, isBenchError } from '../base/bench-error.js';
import type { ObjectOrigin, RawObject } from '../gcov/raw-object.js';
import { readData } from '../gcov/read-data.js';
import { pathOf } from '../wire/judge-image.js';
import type { ListedFile } from '../wire/linux-listing.js';
import { quoted, shellWord } from '../wire/linux-quote.js';
import type { LinuxShell } from './linux-shell.js';
import { MOST_SCRIPT_BYTES } from './linux-shell.js';
import { readBytes } from './linux-read.js';
import type { LinuxTools } from './linux-tools.js';

/** Read at a time: what is spoilt is little, and a file of any size comes over. */
const PART_BYTES = 48 * 1024;
const MOST_FILE_BYTES = 64 * 1024 * 1024;
const MOST_TRIES = 3;
const CHANGE_WAIT_MS = 300;
const SCRIPT_ROOM_BYTES = 800;

/**
 * One data file of the board. Its bytes are those its checksum was taken of; one that is written to
 * meanwhile is read again, a few times. Errors: those of `LinuxShell.ask`, CANCELLED.
 */
export async function fetchFile(
  shell: LinuxShell,
  tools: LinuxTools,
  file: ListedFile,
): Promise<RawObject> {
  const origin = { source: shell.console.name, format: 'linux shell' };
  const path = pathOf(file.name);
  const refuse = (reason: string): RawObject => ({
    path,
    bytes: new Uint8Array(),
    status: 'damaged',
    reason,
    origin,
  });
  const word = shellWord(file.name);
  if (quoted(word).length + SCRIPT_ROOM_BYTES > MOST_SCRIPT_BYTES) {
    return refuse('its name is too long for a line of the console');
  }
  if (tools.sum !== null && tools.sum.read(file.sum) === null) {
    return refuse('the user of the shell may not read it, or it is gone');
  }
  if ((file.sizeBytes ?? 0) > MOST_FILE_BYTES) return refuse('it is too large for counters');
  let sizeBytes = file.sizeBytes;
  let object = refuse('it did not come over whole, or it changes all the time');
  for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
    const bytes = await readWhole(shell, tools, word, sizeBytes);
    if (bytes !== null) {
      object = judgeFile(file, bytes, origin);
      if (object.status === 'ok') return object;
    }
    await sleep(CHANGE_WAIT_MS, undefined, { signal: shell.console.signal }).catch(() => {
      throw new BenchError('CANCELLED', 'the fetch was cancelled');
    });
    sizeBytes = await sizeNow(shell, word);
  }
  return object;
}

/** The verdict on a file that came over byte for byte; one may lie damaged on the board. */
export function judgeFile(
  { name }: ListedFile,
  bytes: Uint8Array,
  origin: ObjectOrigin,
): RawObject {
  const path = pathOf(name);
  try {
    readData(bytes, path);
    return { path, bytes, status: 'ok', origin };
  } catch (error) {
    if (!isBenchError(error)) throw error;
    const reason = `on the board it is no whole .gcda file: ${error.why ?? error.message}`;
    return { path, bytes, status: 'damaged', reason, origin };
  }
}

async function readWhole(
  shell: LinuxShell,
  tools: LinuxTools,
  word: string,
  sizeBytes: number | null,
): Promise<Uint8Array | null> {
  const name = `f=${word}`;
  if (sizeBytes === null || sizeBytes <= PART_BYTES) {
    return readBytes(shell, tools, name, 'cat "$f" 2>/dev/null');
  }
  const parts: Uint8Array[] = [];
  for (let part = 0; part * PART_BYTES < sizeBytes; part += 1) {
    const command = `dd if="$f" bs=${PART_BYTES} skip=${part} count=1 2>/dev/null`;
    const bytes = await readBytes(shell, tools, name, command);
    if (bytes === null) return null;
    parts.push(bytes);
  }
  const whole = Buffer.concat(parts);
  if (whole.length !== sizeBytes) return null;
  if (tools.sum === null) return whole;
  // Parts of two states of the file do not make one.
  const said = await shell.ask(`${name}\n${tools.sum.command}<"$f" 2>/dev/null`);
  return tools.sum.read(said) === tools.sum.sumOf(whole) ? whole : null;
}

async function sizeNow(shell: LinuxShell, word: string): Promise<number | null> {
  const said = await shell.ask(`f=${word}\necho "=$(wc -c<"$f" 2>/dev/null)="`);
  const [, size] = /= *(\d{1,15}) *=/.exec(said) ?? [];
  return size === undefined ? null : Number(size);
}
