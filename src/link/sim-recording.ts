import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import type { MemoryBlock } from '../base/memory.js';
import { packageRoot } from '../base/package-root.js';

/** What the board printed and held in one state of its counters. */
export interface RecordedState {
  /** Answers to the dump commands, from the Enter key's line end to the next prompt. */
  readonly n: string;
  readonly noisy: string;
  readonly z: string;
  readonly counters: Uint8Array;
}

/** Everything the simulated board can say, taken from the real firmware in an emulator. */
export interface SimRecording {
  readonly banner: string;
  /** By command letter, and `unknown`, `noiseOn`, `noiseOff`. */
  readonly replies: Readonly<Record<string, string>>;
  /** Memory that does not change while the program runs. */
  readonly constant: readonly MemoryBlock[];
  readonly counterAddress: number;
  /** By `RUNS.SELFTESTS` since the counters were zero. */
  readonly states: ReadonlyMap<string, RecordedState>;
}

/** Reads `boards/sim/recording.json` of the package. Errors: INTERNAL when it is not there. */
export async function readSimRecording(): Promise<SimRecording> {
  const file = join(packageRoot(), 'boards', 'sim', 'recording.json');
  try {
    return toRecording(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new BenchError('INTERNAL', 'the recording of the simulated board cannot be read', {
      why: `${file}: ${(cause as Error).message}`,
      hints: ['install otto-bench again'],
      cause,
    });
  }
}

function toRecording(value: unknown): SimRecording {
  const file = table(value);
  if (file['schema'] !== 1) throw new TypeError('not a recording of schema 1');
  const memory = table(file['memory']);
  const constant = memory['constant'];
  if (!Array.isArray(constant)) throw new TypeError('no memory');
  return {
    banner: text(file['banner']),
    replies: Object.fromEntries(
      Object.entries(table(file['replies'])).map(([key, reply]) => [key, text(reply)]),
    ),
    constant: constant.map((entry: unknown) => ({
      address: Number(table(entry)['address']),
      bytes: hex(table(entry)['bytes']),
    })),
    counterAddress: Number(memory['counterAddress']),
    states: new Map(
      Object.entries(table(file['states'])).map(([key, entry]) => {
        const state = table(entry);
        return [
          key,
          {
            n: text(state['n']),
            noisy: text(state['noisy']),
            z: text(state['z']),
            counters: hex(state['counters']),
          },
        ];
      }),
    ),
  };
}

function table(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError('not a table');
  return value as Readonly<Record<string, unknown>>;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('not text');
  return value;
}

function hex(value: unknown): Uint8Array {
  return Uint8Array.from(Buffer.from(text(value), 'hex'));
}
