import { BenchError, isBenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { BoardDump, DumpProtocol, Newline } from '../board/board.js';
import type { RawObject } from '../gcov/raw-object.js';
import { checkAgainstPlan } from '../image/check-against-plan.js';
import type { CounterPlan } from '../image/counter-plan.js';
import type { Link } from '../link/link.js';
import { DumpDecoder } from '../wire/dump-decoder.js';
import { FRAMED_NAME } from '../wire/framed-format.js';
import type { DumpResult } from '../wire/dump-result.js';
import { decodeRawFile } from './decode-raw-file.js';
import { dumpState } from './dump-state.js';
import type { FetchResult, FetchState } from './fetch-result.js';
import { markRepaired } from './mark-repaired.js';
import { RawFile } from './raw-file.js';
import { repairFramed } from './repair-framed.js';
import { receiveDump, type ReceiveEnd } from './receive-dump.js';

export interface FetchDumpOptions {
  readonly signal: AbortSignal;
  /** Where the raw bytes go; a name that is taken gets a number. */
  readonly rawFile: string;
  readonly newline: Newline;
  readonly prompt: string | null;
  /** What the build has, when its ELF is known: a missing object is noticed then. */
  readonly plan: CounterPlan | null;
  readonly onProgress?: (state: FetchState) => void;
}

const LAST_BYTES = 2_000;

/** Names the decoder gives to what a profile asks for. */
const FORMATS: Readonly<Record<Exclude<DumpProtocol, 'auto'>, RegExp>> = {
  'embedded-gcov': /^embedded-gcov /,
  zephyr: /^zephyr /,
  'gcc-stream': /^(?:binary )?gcfn stream/,
  rtems: /^(?:gcfn stream in base64|old rtems dump)$/,
  nuttx: /^nuttx dump$/,
  unikraft: /^gcfn stream in nibble-swapped hex$/,
  nxp: /^nxp /,
  framed: /^framed dump$/,
  nuclei: /^(?:nuclei dump|gcda image in hex)$/,
};

/**
 * Has a board dump its counters over an open link and gives its objects. Raw bytes are on disk before
 * they are decoded, and what is decoded is what is on disk. While an object is damaged, missing or
 * the dump incomplete, the board is asked again; dumps of one boot are compared, never added.
 * Errors: NO_ANSWER, NO_DUMP_FOUND, TIMED_OUT, LINK_LOST, CANCELLED, FILE_UNWRITABLE,
 * UNSUPPORTED_FORMAT, DAMAGED_DUMP, BUILD_MISMATCH.
 */
export async function fetchDump(
  link: Link,
  dump: BoardDump,
  options: FetchDumpOptions,
): Promise<FetchResult> {
  const startedMs = performance.now();
  const raw = await RawFile.create(options.rawFile);
  let copy;
  let outcome: Outcome;
  try {
    outcome = await askUntilSound(link, dump, options, raw, startedMs);
  } catch (error) {
    throw withRawFile(error, raw);
  } finally {
    copy = await raw.close();
  }
  return {
    way: 'console',
    source: link.name,
    ...outcome,
    rawFile: copy.path,
    rawFiles: [copy],
    receivedBytes: copy.sizeBytes,
    elapsedMs: Math.round(performance.now() - startedMs),
  };
}

type Outcome = Pick<FetchResult, 'objects' | 'formats' | 'warnings' | 'isComplete' | 'attempts'>;

async function askUntilSound(
  link: Link,
  dump: BoardDump,
  options: FetchDumpOptions,
  raw: RawFile,
  startedMs: number,
): Promise<Outcome> {
  const { onProgress, plan } = options;
  const decoder = new DumpDecoder(link.name);
  const warnings: string[] = [];
  let first: readonly RawObject[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const end = await receiveDump(link, raw, decoder, {
      ...dump,
      ...options,
      command: Buffer.from(dump.command + options.newline, 'utf8'),
      onBytes: () =>
        onProgress?.(dumpState(decoder.progress(), plan, performance.now() - startedMs)),
    });
    const isFramed = sendsFrames(dump, decoder);
    const wasSilent = end === 'silent';
    if (isFramed) warnings.push(...(await repair(link, dump, options, raw, decoder, startedMs)));
    if (wasSilent && attempt === 1 && raw.receivedBytes === 0) throw silentError(link, dump);
    if (end !== 'ended' && !isFramed) warnings.push(endWarning(end, dump, attempt));
    const isLast = isFramed || attempt >= dump.attempts || end === 'late' || wasSilent;
    const read = await decodeOrNull(link, dump, raw, end, isLast, options.signal);
    if (!read) continue;
    checkProtocol(read, dump.protocol, link.name);
    const arrived = plan ? checkAgainstPlan(read.objects, plan) : read.objects;
    const objects = markRepaired(arrived, first);
    if (first.length === 0) first = arrived;
    if (isLast || (read.isComplete && objects.every(isFinal))) {
      return {
        objects,
        formats: read.formats,
        warnings: [...read.warnings, ...warnings],
        isComplete: read.isComplete,
        attempts: attempt,
      };
    }
  }
}

/** In a framed dump single lines can be asked for again: the whole dump never has to be. */
function sendsFrames(dump: BoardDump, decoder: DumpDecoder): boolean {
  if (dump.protocol !== 'auto') return dump.protocol === 'framed';
  return decoder.progress().format === FRAMED_NAME;
}

async function repair(
  link: Link,
  dump: BoardDump,
  { newline, signal, plan, onProgress }: FetchDumpOptions,
  raw: RawFile,
  decoder: DumpDecoder,
  startedMs: number,
): Promise<readonly string[]> {
  const { idleTimeoutMs, timeoutMs } = dump;
  const { gaveUp } = await repairFramed(link, raw, {
    newline,
    idleTimeoutMs,
    timeoutMs,
    signal,
    onBytes: (bytes) => {
      decoder.push(bytes);
      onProgress?.(dumpState(decoder.progress(), plan, performance.now() - startedMs));
    },
  });
  return gaveUp === null ? [] : [gaveUp];
}

/** Asking again would not change it. */
function isFinal({ status }: RawObject): boolean {
  return status === 'ok' || status === 'repaired' || status === 'unknown';
}

/** Null when there was no dump yet and the board may be asked again. */
async function decodeOrNull(
  link: Link,
  dump: BoardDump,
  raw: RawFile,
  end: ReceiveEnd,
  isLast: boolean,
  signal: AbortSignal,
): Promise<DumpResult | null> {
  try {
    return await decodeRawFile(raw, link.name, signal);
  } catch (error) {
    const isNothing = isBenchError(error, 'NO_DUMP_FOUND') || isBenchError(error, 'DAMAGED_DUMP');
    if (!isNothing) throw error;
    if (!isLast) return null;
    if (!isBenchError(error, 'NO_DUMP_FOUND')) throw error;
    if (end === 'late') {
      throw new BenchError('TIMED_OUT', `no dump came from ${link.name} in ${dump.timeoutMs} ms`, {
        why: error.why,
        hints: ['a larger timeout_ms in [dump] of the board profile gives it more time'],
      });
    }
    throw new BenchError('NO_DUMP_FOUND', `${link.name} answered without a dump`, {
      why: `to "${printable(dump.command)}" it said: ${lastWords(await raw.part(raw.receivedBytes - LAST_BYTES, LAST_BYTES))}`,
      hints: ['check command in [dump] of the board profile', ...error.hints],
      cause: error,
    });
  }
}

function lastWords(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/[\r\n]+/)
    .map((line) => printable(line).trim())
    .filter((line) => line !== '');
  return lines.length === 0
    ? 'nothing readable'
    : lines
        .slice(-4)
        .map((line) => `"${line.slice(0, 80)}"`)
        .join(', ');
}

function checkProtocol(read: DumpResult, protocol: DumpProtocol, name: string): void {
  if (protocol === 'auto' || read.formats.some((format) => FORMATS[protocol].test(format))) return;
  throw new BenchError('UNSUPPORTED_FORMAT', `${name} dumped in another format than expected`, {
    why: `the board profile says ${protocol}, it sent ${read.formats.join(', ')}`,
    hints: ['protocol = "auto" in [dump] takes any format that is read'],
  });
}

function silentError(link: Link, dump: BoardDump): BenchError {
  return new BenchError('NO_ANSWER', `${link.name} does not answer`, {
    why: `nothing came for ${dump.idleTimeoutMs} ms after "${printable(dump.command)}"`,
    hints: [
      'check that the board runs and that no debugger holds it',
      'check baud and newline in [console] of the board profile',
    ],
  });
}

function endWarning(end: ReceiveEnd, dump: BoardDump, attempt: number): string {
  const which = attempt === 1 ? 'the dump' : `dump ${attempt}`;
  if (end === 'late') return `${which} was not over after ${dump.timeoutMs} ms`;
  if (end === 'silent') return `nothing came for ${which}`;
  return `${which} stopped: no byte for ${dump.idleTimeoutMs} ms and no end marker`;
}

/** A failure says where the bytes are that did arrive. */
function withRawFile(error: unknown, raw: RawFile): unknown {
  if (!isBenchError(error) || raw.receivedBytes === 0) return error;
  const kept = `${raw.receivedBytes} raw bytes are kept in ${raw.path}`;
  return new BenchError(error.code, error.message, {
    why: error.why === undefined ? kept : `${error.why}; ${kept}`,
    hints: error.hints,
    cause: error,
  });
}
