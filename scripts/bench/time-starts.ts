import { spawnSync } from 'node:child_process';
import type { BenchCommand } from './measure.js';
import { median } from './statistics.js';

const RUNS = 15;

/**
 * The median wall time in milliseconds of commands that do next to nothing, in turns. Nothing stands
 * between us and them: what measures a long run costs a noticeable part of a short one.
 */
export function timeStarts<Name extends string>(
  commands: Readonly<Record<Name, BenchCommand>>,
): Readonly<Record<Name, number>> {
  const names = Object.keys(commands) as Name[];
  const walls = new Map(names.map((name) => [name, [] as number[]]));
  for (let run = 0; run <= RUNS; run += 1) {
    for (const name of names) {
      const { command, args, cwd } = commands[name];
      const start = process.hrtime.bigint();
      const { status } = spawnSync(command, args, { cwd, stdio: 'ignore', timeout: 60_000 });
      const wallMs = Number(process.hrtime.bigint() - start) / 1e6;
      if (status !== 0) throw new Error(`${command} ended with ${status}`);
      if (run > 0) walls.get(name)?.push(wallMs);
    }
  }
  const medians = names.map((name) => [name, median(walls.get(name) ?? [])]);
  return Object.fromEntries(medians) as Record<Name, number>;
}
