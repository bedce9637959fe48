// A process that runs a stretch of fuzz cases and prints a line of JSON when it begins and when it
// has ended each of them, so that whoever watches knows which one it hangs in or dies of. It ends
// early after a case with a problem of memory. Arguments: target, seed, first case, end, most processor
// time in ms (0: any), most growth of memory in bytes, scratch folder.
import { writeSync } from 'node:fs';
import { SeededRandom } from '../../scripts/seeded-random.js';
import type { CaseReport } from './fuzz-report.js';
import type { FuzzCase, FuzzOutcome } from './fuzz-target.js';
import { fuzzTarget } from './fuzz-targets.js';

const [name = '', ...rest] = process.argv.slice(2);
const [seed = 0, first = 0, end = 0, mostCpuMs = 0, mostGrowthBytes = 0] = rest.map(Number);
const scratch = rest.at(-1) ?? '';

// Straight to the pipe: a process that hangs sends nothing it has queued.
function say(line: CaseReport | { readonly started: number }): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      // The pipe is full until somebody has read from it.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function peakBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}

function timed(fuzzCase: FuzzCase): { outcome: FuzzOutcome; cpuMs: number } {
  const before = process.cpuUsage();
  let outcome: FuzzOutcome;
  try {
    outcome = target.run(fuzzCase);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    outcome = { result: 'crash', problem: text };
  }
  const { user, system } = process.cpuUsage(before);
  return { outcome, cpuMs: (user + system) / 1000 };
}

function report(index: number, fuzzCase: FuzzCase): CaseReport {
  let { outcome, cpuMs } = timed(fuzzCase);
  const isSlow = (): boolean => mostCpuMs > 0 && cpuMs > mostCpuMs;
  // The collector or a compiler thread may have had its hour just then.
  if (isSlow()) ({ outcome, cpuMs } = timed(fuzzCase));
  const growthBytes = peakBytes() - startBytes;
  const problems = [
    outcome.problem,
    isSlow() ? `took ${cpuMs.toFixed(0)} ms` : null,
    growthBytes > mostGrowthBytes ? `took ${growthBytes} bytes of memory` : null,
    outcome.verify?.(scratch) ?? null,
  ].filter((problem) => problem !== null);
  return {
    index,
    result: outcome.result,
    problem: problems.join('; ') || null,
    isVerified: outcome.verify !== undefined,
    cpuMs,
    growthBytes,
  };
}

const target = fuzzTarget(name);
const startBytes = peakBytes();
for (let index = first; index < end; index += 1) {
  const fuzzCase = target.make(new SeededRandom(seed, index));
  say({ started: index });
  const done = report(index, fuzzCase);
  say(done);
  if (done.growthBytes > mostGrowthBytes) break;
}
