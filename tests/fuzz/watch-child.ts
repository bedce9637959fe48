import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/base/package-root.js';
import type { CaseReport } from './fuzz-report.js';
import type { FuzzOptions } from './run-fuzz.js';

const CHILD = fileURLToPath(new URL('./fuzz-child.ts', import.meta.url));
const HEAP_MB = 256;
const MOST_GROWTH_BYTES = 256_000_000;
// The start of the process and the look at another program's result are within it too.
const SILENCE_MS = 30_000;

/** What a process told before it ended. */
export interface Watched {
  readonly reports: readonly CaseReport[];
  /** The case it was at; null when it was at none. */
  readonly inHand: number | null;
  /** How it ended, as the result of that case. */
  readonly ending: { readonly result: 'hang' | 'crash'; readonly problem: string };
}

/** Runs one process over a stretch of cases; it is killed when it says nothing for too long. */
export async function watchChild(options: FuzzOptions, scratch: string): Promise<Watched> {
  const { target, seed, first, end, mostCpuMs, silenceMs = SILENCE_MS } = options;
  const numbers = [seed, first, end, mostCpuMs ?? 0, MOST_GROWTH_BYTES].map(String);
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, '--import', 'tsx', CHILD, target, ...numbers, scratch],
    { cwd: packageRoot(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let isSilent = false;
  const watchdog = setTimeout(() => {
    isSilent = true;
    child.kill('SIGKILL');
  }, silenceMs);
  const reports: CaseReport[] = [];
  let inHand: number | null = null;
  createInterface(child.stdout).on('line', (line) => {
    watchdog.refresh();
    const said = JSON.parse(line) as CaseReport | { readonly started: number };
    if ('started' in said) inHand = said.started;
    else {
      inHand = null;
      reports.push(said);
    }
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-2000)));
  const how = await new Promise<string | number | null>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve(signal ?? code));
  });
  clearTimeout(watchdog);
  return {
    reports,
    inHand,
    ending: isSilent
      ? { result: 'hang', problem: `nothing was heard for ${silenceMs} ms` }
      : { result: 'crash', problem: `the process ended with ${how}: ${stderr}` },
  };
}
