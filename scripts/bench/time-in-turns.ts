import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { measure, type BenchCommand, type Measured } from './measure.js';
import { median } from './statistics.js';

/** Something to time: a command that may fill the empty folder it is given. */
export interface Candidate {
  readonly name: string;
  readonly how: string;
  readonly command: (outputFolder: string) => BenchCommand;
}

/** What a candidate cost: medians of its runs, and the largest peak of them. */
export interface Timing {
  readonly name: string;
  readonly how: string;
  readonly runs: number;
  readonly wallMs: number;
  /** User and system time; null when it is not known here. */
  readonly cpuMs: number | null;
  readonly peakBytes: number | null;
}

export interface TurnOptions {
  readonly runs: number;
  /** Runs each once before it counts, so that all files are in memory. */
  readonly warm: boolean;
  readonly scratch: string;
  readonly say: (text: string) => void;
}

/**
 * Times candidates in turns, A B A B, so that whatever else the machine does meets all alike. Throws
 * when one of them fails.
 */
export async function timeInTurns(
  candidates: readonly Candidate[],
  { runs, warm, scratch, say }: TurnOptions,
): Promise<readonly Timing[]> {
  const measured = candidates.map((): Measured[] => []);
  for (let run = warm ? 0 : 1; run <= runs; run += 1) {
    for (const [index, candidate] of candidates.entries()) {
      say(`${candidate.name}: ${run === 0 ? 'warming up' : `run ${run} of ${runs}`}`);
      const result = await measureOnce(candidate, scratch);
      if (run > 0) measured[index]?.push(result);
    }
  }
  return candidates.map(({ name, how }, index) => summarise(name, how, measured[index] ?? []));
}

async function measureOnce(candidate: Candidate, scratch: string): Promise<Measured> {
  const folder = join(scratch, 'output');
  mkdirSync(folder);
  try {
    return await measure(candidate.command(folder), scratch);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function summarise(name: string, how: string, measured: readonly Measured[]): Timing {
  const cpu = measured.map(({ cpuMs }) => cpuMs).filter((value) => value !== null);
  const peaks = measured.map(({ peakBytes }) => peakBytes).filter((value) => value !== null);
  return {
    name,
    how,
    runs: measured.length,
    wallMs: median(measured.map(({ wallMs }) => wallMs)),
    cpuMs: cpu.length === 0 ? null : median(cpu),
    peakBytes: peaks.length === 0 ? null : Math.max(...peaks),
  };
}
