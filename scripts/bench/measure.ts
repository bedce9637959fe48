import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchPeak } from './watch-peak.js';

const GNU_TIME = '/usr/bin/time';
const TIMEOUT_MS = 600_000;

/** A command of the bench. */
export interface BenchCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** What one run cost. */
export interface Measured {
  readonly wallMs: number;
  /** User and system time of the program and those it started; null when it cannot be known. */
  readonly cpuMs: number | null;
  /** Resident memory of its largest process; null when it cannot be known. */
  readonly peakBytes: number | null;
}

/** How processor time and memory are known here, for the report. */
export function measuredBy(): string {
  return existsSync(GNU_TIME)
    ? `${GNU_TIME} (largest process)`
    : '/proc every 5 ms (largest process; no processor time: install GNU time)';
}

/**
 * Runs a command to its end and measures it; what it prints goes to a file in `scratch`, as it would
 * for somebody who wants to keep it. Throws when it fails or takes ten minutes.
 */
export async function measure(
  { command, args, cwd }: BenchCommand,
  scratch: string,
): Promise<Measured> {
  const report = join(scratch, 'time');
  const errors = join(scratch, 'stderr');
  const hasTime = existsSync(GNU_TIME);
  const files = [join(scratch, 'stdout'), errors].map((file) => openSync(file, 'w'));
  const [program, programArgs] = hasTime
    ? [GNU_TIME, ['-f', '%U %S %M', '-o', report, command, ...args]]
    : [command, args];

  const start = process.hrtime.bigint();
  const child = spawn(program, programArgs, {
    cwd,
    timeout: TIMEOUT_MS,
    stdio: ['ignore', ...files],
    env: { ...process.env, LC_ALL: 'C' },
  });
  const peak = hasTime || child.pid === undefined ? null : watchPeak(child.pid);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  const wallMs = Number(process.hrtime.bigint() - start) / 1e6;

  files.forEach(closeSync);
  if (exitCode !== 0) {
    const text = readFileSync(errors, 'utf8').slice(-2000);
    throw new Error(`${command} ended with ${exitCode}: ${text}`);
  }
  if (!hasTime) return { wallMs, cpuMs: null, peakBytes: peak?.end() ?? null };
  const [userS = 0, systemS = 0, peakKib = 0] = readFileSync(report, 'utf8').split(' ').map(Number);
  return { wallMs, cpuMs: (userS + systemS) * 1000, peakBytes: peakKib * 1024 };
}
