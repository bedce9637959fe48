import { BenchError, isBenchError } from '../base/bench-error.js';
import type { MemoryBlock, MemoryRange } from '../base/memory.js';
import type { RawObject } from '../gcov/raw-object.js';
import { readData } from '../gcov/read-data.js';
import { coalesceRanges } from '../image/coalesce-ranges.js';
import type { CounterPlan } from '../image/counter-plan.js';
import { objectsFromMemory } from '../image/objects-from-memory.js';
import { refuseUnplaced } from '../image/refuse-unplaced.js';
import type { MemorySource } from '../link/memory-source.js';
import type { FetchResult, FetchState, RawCopy } from './fetch-result.js';
import { isSound } from '../gcov/is-sound.js';
import { RawFile } from './raw-file.js';

// A longer read costs a probe less than one more.
const CANARY_GAP_BYTES = 64;

export interface SnapshotOptions {
  readonly signal: AbortSignal;
  /** Name the raw files are made from: `NAME-0xADDRESS.ENDING`, one per range. */
  readonly rawFile: string;
  readonly onProgress?: (state: FetchState) => void;
}

/**
 * Reads a build's counters from target memory: halts, reads identities and counters, the identities
 * again, and lets the target be as it was. The memory is on disk before anything is made of it; each
 * raw file can be read again as `ram:FILE@0xADDRESS`.
 * Errors: USAGE (a module nobody placed), those of the source, FILE_UNWRITABLE, BUILD_MISMATCH, MEMORY_UNREADABLE, BOARD_RESTARTED.
 */
export async function snapshotMemory(
  source: MemorySource,
  plan: CounterPlan,
  options: SnapshotOptions,
): Promise<FetchResult> {
  refuseUnplaced(plan);
  const startedMs = performance.now();
  const reading = new Reading(source, plan, options, startedMs);
  await source.open(options.signal);
  try {
    await source.expect?.(plan.ranges, options.signal);
    await reading.readAll();
  } finally {
    await source.close();
  }
  // The target runs again; the bytes are kept before they are believed.
  const rawFiles = await keepRaw(reading.blocks, options.rawFile);
  reading.refuseChange();
  const objects = objectsFromMemory(plan, reading.blocks, source.name);
  return {
    way: 'memory',
    source: source.name,
    objects,
    formats: ['memory'],
    warnings: [...reading.warnings, ...neverRan(objects), ...(source.warnings ?? [])],
    isComplete: reading.warnings.length === 0,
    rawFile: rawFiles[0]?.path ?? options.rawFile,
    rawFiles,
    attempts: 1,
    reads: reading.reads,
    receivedBytes: reading.readBytes,
    elapsedMs: Math.round(performance.now() - startedMs),
  };
}

/** One pass over the ranges of a plan. */
class Reading {
  readonly blocks: MemoryBlock[] = [];
  readonly warnings: string[] = [];
  readBytes = 0;
  reads = 0;
  private changedAt: number | null = null;

  constructor(
    private readonly source: MemorySource,
    private readonly plan: CounterPlan,
    private readonly options: SnapshotOptions,
    private readonly startedMs: number,
  ) {}

  async readAll(): Promise<void> {
    const { source, plan, options } = this;
    let firstError: BenchError | null = null;
    for (const range of plan.ranges) {
      try {
        this.take(await source.read(range, options.signal));
      } catch (error) {
        // The objects that lie there end as missing; the others are worth having.
        if (!isBenchError(error, 'MEMORY_UNREADABLE')) throw error;
        this.warnings.push(`${error.message}: ${error.why ?? ''}`);
        firstError ??= error;
      }
    }
    if (this.blocks.length === 0) {
      // Nothing at all: why is what the source said, not what the ELF wants.
      if (firstError) throw firstError;
      return;
    }
    const identities = plan.objects.map(({ identity }) => identity);
    for (const range of coalesceRanges(identities, CANARY_GAP_BYTES)) {
      if (!this.bytesAt(range)) continue;
      const again = await source.read(range, options.signal);
      this.reads += 1;
      this.readBytes += again.bytes.length;
      for (const identity of identities) this.compare(identity, again);
    }
  }

  private compare({ address, sizeBytes }: MemoryRange, again: MemoryBlock): void {
    const first = this.bytesAt({ address, sizeBytes });
    const start = address - again.address;
    if (first === null || start < 0 || start + sizeBytes > again.bytes.length) return;
    const second = again.bytes.subarray(start, start + sizeBytes);
    if (Buffer.compare(first, second) !== 0) this.changedAt ??= address;
  }

  refuseChange(): void {
    if (this.changedAt === null) return;
    throw new BenchError('BOARD_RESTARTED', 'the target changed while its memory was read', {
      why: `constants of the build at 0x${this.changedAt.toString(16)} read differently a moment later`,
      hints: ['the target was not halted, or it restarted; take the snapshot again'],
    });
  }

  private take(block: MemoryBlock): void {
    const { plan, options, startedMs } = this;
    this.blocks.push(block);
    this.reads += 1;
    this.readBytes += block.bytes.length;
    options.onProgress?.({
      receivedBytes: this.readBytes,
      totalBytes: plan.ranges.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      elapsedMs: Math.round(performance.now() - startedMs),
      objects: plan.objects.map(({ path }) => ({ path, status: 'reading', sizeBytes: 0 })),
    });
  }

  private bytesAt({ address, sizeBytes }: MemoryRange): Uint8Array | null {
    for (const block of this.blocks) {
      const start = address - block.address;
      if (start >= 0 && start + sizeBytes <= block.bytes.length) {
        return block.bytes.subarray(start, start + sizeBytes);
      }
    }
    return null;
  }
}

/** Right constants and no count at all: the board is held before its code, or was just zeroed. */
function neverRan(objects: readonly RawObject[]): readonly string[] {
  const sound = objects.filter(isSound);
  const isZero = sound.every(({ path, bytes }) =>
    readData(bytes, path).functions.every(
      (entry) =>
        entry?.counters.every(({ values }) => values.every((value) => value === 0)) ?? true,
    ),
  );
  return sound.length > 0 && isZero
    ? [
        'every counter is zero: the code under test has not run since the board started or was zeroed',
      ]
    : [];
}

async function keepRaw(
  blocks: readonly MemoryBlock[],
  wanted: string,
): Promise<readonly RawCopy[]> {
  const copies: RawCopy[] = [];
  for (const { address, bytes } of blocks) {
    const raw = await RawFile.create(rawName(wanted, address));
    try {
      await raw.append(bytes);
    } finally {
      copies.push(await raw.close(address));
    }
  }
  return copies;
}

function rawName(wanted: string, address: number): string {
  const [, stem = wanted, ending = ''] = /^(.*?)(\.[^./\\]*)?$/s.exec(wanted) ?? [];
  return `${stem}-0x${address.toString(16)}${ending}`;
}
