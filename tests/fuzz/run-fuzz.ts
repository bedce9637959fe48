import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaseReport, FuzzReport } from './fuzz-report.js';
import { watchChild } from './watch-child.js';

const MAX_PROCESSES = 2;

export interface FuzzOptions {
  readonly target: string;
  readonly seed: number;
  /** Cases `first` up to before `end` of those the seed makes. */
  readonly first: number;
  readonly end: number;
  /** Processor time a case may take; null for any that is no hang. */
  readonly mostCpuMs: number | null;
  /** How long a process may say nothing: it hangs then. */
  readonly silenceMs?: number;
}

/**
 * Runs fuzz cases in processes of their own, watches over them, and goes on behind a case that one of
 * them hangs in or dies of. The same seed makes the same cases.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { target, seed, first, end } = options;
  const scratch = mkdtempSync(join(tmpdir(), 'otto-fuzz-'));
  const count = Math.min(MAX_PROCESSES, availableParallelism(), end - first);
  const share = Math.ceil((end - first) / count);
  try {
    const stretches = Array.from({ length: count }, (_, index) => {
      const from = first + index * share;
      const folder = join(scratch, String(index));
      mkdirSync(folder);
      return runStretch({ ...options, first: from, end: Math.min(from + share, end) }, folder);
    });
    return { target, seed, cases: (await Promise.all(stretches)).flat() };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function runStretch(options: FuzzOptions, scratch: string): Promise<readonly CaseReport[]> {
  const cases: CaseReport[] = [];
  let next = options.first;
  while (next < options.end) {
    const { reports, inHand, ending } = await watchChild({ ...options, first: next }, scratch);
    cases.push(...reports);
    next += reports.length;
    if (inHand !== null) {
      const unknown = { isVerified: false, cpuMs: 0, growthBytes: 0 };
      cases.push({ index: inHand, ...ending, ...unknown });
      next = inHand + 1;
    } else if (reports.length === 0) {
      throw new Error(`the fuzz process does not start: ${ending.problem}`);
    }
  }
  return cases;
}
