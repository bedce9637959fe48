import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstDifference } from '../gcov/first-difference.js';
import { gcovNeutral, type NeutralFile } from './gcov-neutral.js';

const TIMEOUT_MS = 10_000;
const MEMORY_KIB = 1_000_000;
const MUCH_TOO_HIGH = 500_000;
// Said of a version of the same layout, and of a function that has lost its lines; it goes on.
const BY_THE_WAY = /version .*, prefer|:no lines for /;

/** The gcov of this machine for a version of GCC, by its command; null when there is none. */
export function hostGcov(major: number): string | null {
  for (const command of [`gcov-${major}`, 'gcov']) {
    const { stdout, status } = spawnSync(command, ['--version'], { encoding: 'utf8' });
    const match = status === 0 ? /^gcov .*?\) (\d+)\./.exec(stdout) : null;
    if (match && Number(match[1]) === major) return command;
  }
  return null;
}

/**
 * Runs gcov on a pair and holds our counts, in the neutral form, against what it prints. Gives what
 * is wrong with having accepted the pair: another count, or that gcov has something against it; null
 * when both agree.
 */
export function differenceToGcov(
  command: string,
  pair: { readonly notes: Uint8Array; readonly data: Uint8Array },
  ours: unknown,
  scratch: string,
): string | null {
  for (const [name, bytes] of [
    ['unit.gcno', pair.notes],
    ['unit.gcda', pair.data],
  ] as const) {
    const file = join(scratch, name);
    if (existsSync(file)) rmSync(file);
    writeFileSync(file, bytes);
  }
  // prettier-ignore
  const { stdout, stderr, status, signal } = spawnSync('sh', [
    '-c', `ulimit -c 0; ulimit -v ${MEMORY_KIB}; exec "$0" "$@"`,
    command, '--json-format', '--branch-probabilities', '--branch-counts', '--stdout', 'unit.gcda',
  ], {
    cwd: scratch,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C' },
  });
  const said = stderr
    .split('\n')
    .filter((line) => line !== '' && !BY_THE_WAY.test(line))
    .join('; ');
  // It holds a table as long as the highest line, which may be more than it is given.
  if (said.includes('std::bad_alloc') && highestLine(ours) > MUCH_TOO_HIGH) return null;
  if (status !== 0) return `gcov itself ends with ${signal ?? status}: ${said}`;
  if (said !== '') return `gcov says: ${said}`;
  const difference = firstDifference(ours, gcovNeutral(stdout), 'gcov');
  return difference === null ? null : `another count than gcov: ${difference}`;
}

function highestLine(counts: unknown): number {
  let highest = 0;
  for (const { lines, functions } of Object.values(counts as Record<string, NeutralFile>)) {
    const starts = Object.values(functions).map(({ line }) => line);
    for (const line of [...Object.keys(lines), ...starts]) {
      highest = Math.max(highest, Number(line));
    }
  }
  return highest;
}
