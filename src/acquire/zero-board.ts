import { BenchError } from '../base/bench-error.js';
import type { MemoryBlock } from '../base/memory.js';
import { printable } from '../base/printable.js';
import type { Newline } from '../board/board.js';
import type { RawObject } from '../gcov/raw-object.js';
import { readData } from '../gcov/read-data.js';
import type { CounterPlan } from '../image/counter-plan.js';
import { refuseUnplaced } from '../image/refuse-unplaced.js';
import type { Link } from '../link/link.js';
import type { MemorySource } from '../link/memory-source.js';
import type { FetchResult } from './fetch-result.js';
import { isFramedRestart } from '../wire/framed-line.js';
import { LinkInbox } from './link-inbox.js';
import { isSound } from '../gcov/is-sound.js';

/** How counters are brought to zero, and how they are read back afterwards. */
export type ZeroRequest =
  | {
      readonly way: 'command';
      readonly link: Link;
      readonly command: string;
      readonly newline: Newline;
      readonly prompt: string | null;
      readonly readBack: () => Promise<FetchResult>;
    }
  /** Zeros over the counters of the halted target: the firmware sees it, so only on request. */
  | {
      readonly way: 'memory';
      readonly source: MemorySource;
      readonly plan: CounterPlan;
      readonly readBack: () => Promise<FetchResult>;
    }
  /** Nothing is changed; what is read now is subtracted later. */
  | { readonly way: 'baseline'; readonly readBack: () => Promise<FetchResult> };

/** An object that counts although it was just zeroed. */
export interface RemainingCounts {
  readonly path: string;
  readonly nonZeroCounters: number;
}

export interface ZeroResult {
  readonly way: ZeroRequest['way'];
  /** What the board printed to the command, printable, a line an entry. */
  readonly answer: readonly string[];
  /** The counters as they were read back. */
  readonly after: FetchResult;
  /**
   * Objects with counts left. Some are normal where instrumented code goes on running; with a
   * baseline this is what will be subtracted.
   */
  readonly remaining: readonly RemainingCounts[];
  /** True when every object was read back sound and is all zero. */
  readonly isZero: boolean;
}

const ANSWER_TIMEOUT_MS = 5_000;
const QUIET_MS = 500;
const PROMPT_QUIET_MS = 100;
const MOST_ANSWER_BYTES = 64 * 1024;

/** What zeroes the counters of a firmware with boards/runtime, and how often it may get lost. */
const FRAMED_ZERO = '@cov zero';
const MOST_FRAMED_TRIES = 8;
const FRAMED_TIMEOUT_MS = 1_500;

/**
 * Zeroes the counters of a board and reads them back. Errors: NO_ANSWER, those of the link, of the
 * memory source and of reading back.
 */
export async function zeroBoard(request: ZeroRequest, signal: AbortSignal): Promise<ZeroResult> {
  let answer: readonly string[] = [];
  if (request.way === 'command') answer = await sendZero(request, signal);
  else if (request.way === 'memory') await writeZeros(request.source, request.plan, signal);
  const after = await request.readBack();
  const sound = after.objects.filter(isSound);
  const remaining = sound.map(remainingCounts).filter(({ nonZeroCounters }) => nonZeroCounters > 0);
  return {
    way: request.way,
    answer,
    after,
    remaining,
    isZero: remaining.length === 0 && sound.length > 0 && sound.length === after.objects.length,
  };
}

async function sendZero(
  request: Extract<ZeroRequest, { way: 'command' }>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const isFramed = request.command.trim() === FRAMED_ZERO;
  const timeoutMs = isFramed ? FRAMED_TIMEOUT_MS : ANSWER_TIMEOUT_MS;
  let text = '';
  for (let tries = 1; ; tries += 1) {
    text += await askToZero(request, timeoutMs, signal);
    if (!isFramed || text.split(/[\r\n]+/).some(isFramedRestart)) break;
    if (tries === MOST_FRAMED_TRIES) break;
  }
  const { link, command } = request;
  if (text === '') {
    throw new BenchError('NO_ANSWER', `${link.name} does not answer`, {
      why: `nothing came for ${timeoutMs} ms after "${printable(command)}"`,
      hints: ['check that the board runs and that no debugger holds it'],
    });
  }
  return text
    .split(/[\r\n]+/)
    .map((line) => printable(line).trim())
    .filter((line) => line !== '');
}

/** Types the command once and gives what the board said. */
async function askToZero(
  request: Extract<ZeroRequest, { way: 'command' }>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  const { link, command, newline, prompt } = request;
  const inbox = new LinkInbox(link);
  let text = '';
  try {
    await link.write(Buffer.from(command + newline, 'utf8'), signal);
    const deadlineMs = performance.now() + timeoutMs;
    while (text.length < MOST_ANSWER_BYTES && performance.now() < deadlineMs) {
      const leftMs = deadlineMs - performance.now();
      // A prompt may still be that of the command before: it only shortens the wait.
      const quietMs = prompt !== null && text.endsWith(prompt) ? PROMPT_QUIET_MS : QUIET_MS;
      const bytes = await inbox.next(text === '' ? leftMs : Math.min(quietMs, leftMs), signal);
      if (bytes === null) break;
      text += Buffer.from(bytes).toString('latin1');
    }
  } finally {
    inbox.close();
  }
  return text;
}

async function writeZeros(
  source: MemorySource,
  plan: CounterPlan,
  signal: AbortSignal,
): Promise<void> {
  refuseUnplaced(plan);
  await source.open(signal);
  try {
    await checkBuild(source, plan, signal);
    for (const block of counterZeros(plan)) await source.write(block, signal);
  } finally {
    await source.close();
  }
}

/** Zeros go only where this very build has its counters. */
async function checkBuild(
  source: MemorySource,
  plan: CounterPlan,
  signal: AbortSignal,
): Promise<void> {
  for (const { path, identity, tables } of plan.objects) {
    for (const { address, sizeBytes, expected } of [identity, ...tables]) {
      const { bytes } = await source.read({ address, sizeBytes }, signal);
      if (Buffer.compare(bytes, expected) === 0) continue;
      throw new BenchError('BUILD_MISMATCH', 'the target does not run the build of the ELF', {
        why: `the identity of ${printable(path)} at 0x${address.toString(16)} differs; nothing was written`,
        hints: ['flash the build the ELF belongs to, or name the ELF of what is running'],
      });
    }
  }
}

/** Exactly the counters, neighbours joined: what lies between them is other people's memory. */
function counterZeros(plan: CounterPlan): readonly MemoryBlock[] {
  const ranges = plan.objects
    .flatMap((object) => object.functions)
    .flatMap(({ counters }) => counters)
    .map(({ address, length }) => ({ address, end: address + length * 8 }))
    .filter(({ address, end }) => end > address)
    .sort((a, b) => a.address - b.address);
  const joined: { address: number; end: number }[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && range.address <= last.end) last.end = Math.max(last.end, range.end);
    else joined.push(range);
  }
  return joined.map(({ address, end }) => ({ address, bytes: new Uint8Array(end - address) }));
}

function remainingCounts(object: RawObject): RemainingCounts {
  let nonZeroCounters = 0;
  for (const entry of readData(object.bytes, object.path).functions) {
    for (const { values } of entry?.counters ?? []) {
      for (const value of values) if (value !== 0) nonZeroCounters += 1;
    }
  }
  return { path: object.path, nonZeroCounters };
}
