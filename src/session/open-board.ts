import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fetchDump } from '../acquire/fetch-dump.js';
import type { FetchResult } from '../acquire/fetch-result.js';
import { snapshotMemory } from '../acquire/snapshot-memory.js';
import { zeroBoard, type ZeroRequest, type ZeroResult } from '../acquire/zero-board.js';
import { BenchError } from '../base/bench-error.js';
import type { Board } from '../board/board.js';
import type { RawObject } from '../gcov/raw-object.js';
import type { CounterPlan } from '../image/counter-plan.js';
import type { GdbDoor } from '../link/gdb-door.js';
import type { Link } from '../link/link.js';
import type { MemorySource } from '../link/memory-source.js';
import type { BoardConnection, TakeOptions, Taken, Way, Zeroed } from './board-connection.js';
import { fetchFromLinux, zeroOnLinux, type LinuxBoard } from './linux-board.js';
import type { SessionContext } from './session-context.js';
import { isSound } from '../gcov/is-sound.js';

export interface OpenBoardParts {
  readonly context: Pick<SessionContext, 'board' | 'choices' | 'plan'>;
  readonly way: Way;
  /** The open console, or null where only memory is reached. */
  readonly link: Link | null;
  /** The shell on that console, for a board that is a Linux. */
  readonly linux: LinuxBoard | null;
  /** A fresh memory source; one object is one look at the target. */
  readonly memoryOf: () => MemorySource;
  /** The way into the tester's own gdb, open from the first look on. */
  readonly door: GdbDoor | null;
  readonly words: readonly string[];
}

/** A board that answers. */
export class OpenBoard implements BoardConnection {
  readonly way: Way;
  readonly port: string;
  readonly words: readonly string[];

  constructor(private readonly parts: OpenBoardParts) {
    this.way = parts.way;
    this.words = parts.words;
    this.port = parts.link?.name ?? parts.memoryOf().name;
  }

  get canZero(): boolean {
    const { zero } = this.parts.context.board;
    if (zero?.way === 'delete') return this.parts.linux !== null;
    return zero !== null && (zero.way === 'memory' || this.parts.link !== null);
  }

  /** Memory is read without the board's doing anything, so a baseline is free of traces. */
  get canBaseline(): boolean {
    return !this.canZero && this.way === 'memory';
  }

  async sendLine(text: string, signal: AbortSignal): Promise<number> {
    const { link, context } = this.parts;
    if (!link) throw new BenchError('USAGE', 'this connection has no console to type on');
    const bytes = Buffer.from(text + (context.board.console?.newline ?? '\r'), 'utf8');
    await link.write(bytes, signal);
    return bytes.length;
  }

  async zero(options: TakeOptions): Promise<Zeroed> {
    const { linux } = this.parts;
    if (linux && this.parts.context.board.zero?.way === 'delete') {
      return zeroOnLinux(linux, options);
    }
    const request = await this.zeroRequest(options);
    const result = await zeroBoard(request, options.signal);
    const { board } = this.parts.context;
    const { isZero, after } = result;
    refuseUnread(after.objects);
    return { words: zeroWords(result, board), isSure: isZero, objects: after.objects };
  }

  async baseline(options: TakeOptions): Promise<Zeroed> {
    const readBack = (): Promise<FetchResult> => this.fetchRaw(options, 'baseline');
    const { after, remaining } = await zeroBoard({ way: 'baseline', readBack }, options.signal);
    refuseUnread(after.objects);
    const counters = remaining.reduce((sum, { nonZeroCounters }) => sum + nonZeroCounters, 0);
    const count = after.objects.length;
    const words = [
      `baseline: ${count} ${count === 1 ? 'object' : 'objects'} read, nothing on the board was changed`,
      `${counters} ${counters === 1 ? 'counter is' : 'counters are'} not zero; what they hold now will be subtracted`,
    ];
    return { words, isSure: true, objects: after.objects };
  }

  async take(options: TakeOptions): Promise<Taken> {
    const result = await this.fetchRaw(options, 'fetch');
    const { objects, rawFiles } = result;
    const hash = createHash('sha256');
    for (const { sha256 } of rawFiles) hash.update(Buffer.from(sha256, 'hex'));
    const [only] = rawFiles;
    return {
      objects,
      // Of one raw file the hash is that of its bytes, of several that of their hashes.
      rawSha256: rawFiles.length === 1 && only ? only.sha256 : hash.digest('hex'),
      warnings: result.warnings,
      words: readWords(result),
      gaps: result.isComplete ? [] : [`${result.source}: ${this.gapWords}`],
    };
  }

  private get gapWords(): string {
    return this.parts.linux
      ? 'there may be files in folders its user may not look into'
      : 'the dump has no beginning or no end';
  }

  async close(): Promise<void> {
    await this.parts.link?.close();
    await this.parts.door?.close();
  }

  private async fetchRaw(options: TakeOptions, name: string): Promise<FetchResult> {
    const { context, link, linux, memoryOf } = this.parts;
    const { board, choices } = context;
    const plan = await context.plan();
    const shared = { signal: options.signal, onProgress: options.onProgress };
    if (this.way === 'memory') {
      if (!plan) throw needsElf(board.name);
      const rawFile = join(options.rawFolder, `${name}.ram`);
      return snapshotMemory(memoryOf(), plan, { ...shared, rawFile });
    }
    if (linux) return fetchFromLinux(linux, plan, options);
    if (!link || !board.dump) throw new BenchError('USAGE', `board ${board.name} has no [dump]`);
    const timeoutMs = choices.timeoutMs ?? board.dump.timeoutMs;
    const dump = { ...board.dump, timeoutMs };
    return fetchDump(link, dump, {
      ...shared,
      rawFile: join(options.rawFolder, `${name}.log`),
      newline: board.console?.newline ?? '\r',
      prompt: board.console?.prompt ?? null,
      plan,
    });
  }

  private async zeroRequest(options: TakeOptions): Promise<ZeroRequest> {
    const { context, link, memoryOf } = this.parts;
    const { zero, console, name } = context.board;
    const readBack = (): Promise<FetchResult> => this.fetchRaw(options, 'zero');
    if (zero === null || !this.canZero) {
      throw new BenchError('USAGE', `board ${name} has no way to zero its counters here`, {
        hints: ['add [zero] to the board file: command = "…" or memory = true'],
      });
    }
    if (zero.way === 'memory') {
      const plan: CounterPlan | null = await context.plan();
      if (!plan) throw needsElf(name);
      return { way: 'memory', source: memoryOf(), plan, readBack };
    }
    if (!link || zero.way === 'delete') {
      throw new BenchError('USAGE', 'zeroing needs the console');
    }
    const newline = console?.newline ?? '\r';
    const prompt = console?.prompt ?? null;
    return { way: 'command', link, command: zero.command, newline, prompt, readBack };
  }
}

function needsElf(name: string): BenchError {
  return new BenchError('USAGE', `the memory of board ${name} cannot be read without its ELF`, {
    why: 'where the counters lie is written in the ELF only',
    hints: ['set image.elf in the board file, or name it with --elf'],
  });
}

/** What cannot be read back may hold any count. Errors: DAMAGED_DUMP. */
function refuseUnread(objects: readonly RawObject[]): void {
  const bad = objects.filter(({ status }) => status === 'damaged' || status === 'missing');
  if (bad.length === 0) return;
  throw new BenchError('DAMAGED_DUMP', 'the counters could not be read back after zeroing', {
    why: bad.map(({ path, status, reason }) => `${path}: ${reason ?? status}`).join('\n'),
    hints: ['zero again'],
  });
}

function readWords({ reads, receivedBytes, elapsedMs }: FetchResult): readonly string[] {
  if (reads === undefined) return [];
  const times = `${reads} ${reads === 1 ? 'read' : 'reads'}`;
  return [`${receivedBytes} bytes of memory in ${times}, ${elapsedMs} ms`];
}

function zeroWords(
  { answer: printed, after, remaining, isZero }: ZeroResult,
  board: Board,
): readonly string[] {
  const command = board.zero?.way === 'command' ? board.zero.command : null;
  const prompt = board.console?.prompt?.trim() ?? null;
  // The echo of the command and the next prompt say nothing.
  const answer = printed.filter((line) => line !== command && line !== prompt);
  const count = after.objects.length;
  const objects = `${count} ${count === 1 ? 'object' : 'objects'}`;
  if (isZero) return [...answer, `read back: ${objects}, every counter is zero`];
  const bad = after.objects.filter((object) => !isSound(object));
  return [
    ...answer,
    ...bad.map(({ path, reason, status }) => `read back: ${path}: ${reason ?? status}`),
    ...remaining.map(
      ({ path, nonZeroCounters }) =>
        `read back: ${path} counts (${nonZeroCounters} counters): its code runs all the time, or nothing was zeroed`,
    ),
  ];
}
