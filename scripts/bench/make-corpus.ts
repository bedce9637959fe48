import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cUnit } from './c-unit.js';
import { runOrFail } from './run-program.js';

const COMPILER = 'gcc';
const FLAGS = ['-O0', '--coverage'];
const RUNS = 3;

/**
 * Generates, compiles and runs a program of that many instrumented units. Gives the folder the
 * compiler ran in, with notes and data in `obj`; it is named for everything that goes into it, so a
 * second call finds it there. Needs gcc.
 */
export async function makeCorpus(units: number, say: (text: string) => void): Promise<string> {
  const version = await runOrFail(COMPILER, ['--version'], { timeoutMs: 10_000 });
  const compiler = version.split('\n')[0] ?? COMPILER;
  const sources = new Map([['main.c', mainSource(units)]]);
  for (let unit = 0; unit < units; unit += 1) sources.set(sourceName(unit), cUnit(unit));

  const hash = createHash('sha256').update([compiler, ...FLAGS].join('\n'));
  for (const [name, text] of sources) hash.update(`\n${name}\n${text}`);
  const key = hash.digest('hex').slice(0, 16);
  const folder = join(tmpdir(), 'otto-bench-corpus', `${units}-${key}`);
  const whole = join(folder, 'whole');
  if (existsSync(whole)) return folder;

  say(`compiling ${units} units in ${folder} (once) ...`);
  rmSync(folder, { recursive: true, force: true });
  for (const part of ['src', 'obj']) mkdirSync(join(folder, part), { recursive: true });
  for (const [name, text] of sources) writeFileSync(join(folder, name), text);
  await compileAll(folder, units);
  await linkAndRun(folder, units);
  writeFileSync(whole, '');
  return folder;
}

async function compileAll(folder: string, units: number): Promise<void> {
  let next = 0;
  const compileRest = async (): Promise<void> => {
    while (next < units) {
      const unit = next;
      next += 1;
      const args = [...FLAGS, '-c', sourceName(unit), '-o', objectName(unit)];
      await runOrFail(COMPILER, args, { cwd: folder, timeoutMs: 60_000 });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compileRest));
}

async function linkAndRun(folder: string, units: number): Promise<void> {
  const objects = Array.from({ length: units }, (_, unit) => objectName(unit));
  writeFileSync(join(folder, 'objects'), objects.join('\n'));
  const gcc = (args: readonly string[]): Promise<string> =>
    runOrFail(COMPILER, args, { cwd: folder, timeoutMs: 300_000 });
  // The caller of the units is not one of them.
  await gcc(['-O0', '-c', 'main.c', '-o', 'main.o']);
  await gcc(['--coverage', 'main.o', '@objects', '-o', 'program']);
  await runOrFail(join(folder, 'program'), [], { cwd: folder, timeoutMs: 60_000 });
  for (const name of [...objects, 'objects', 'main.o', 'program']) rmSync(join(folder, name));
}

/** Runs every unit several times. */
function mainSource(units: number): string {
  const numbers = Array.from({ length: units }, (_, unit) => unit);
  return [
    ...numbers.map((unit) => `unsigned unit${unit}(unsigned p, unsigned q);`),
    'static volatile unsigned sum;',
    'int main(void) {',
    `  for (unsigned run = 0; run < ${RUNS}; run++) {`,
    ...numbers.map((unit) => `    sum += unit${unit}(run, ${unit % 11});`),
    '  }',
    '  return 0;',
    '}',
    '',
  ].join('\n');
}

function sourceName(unit: number): string {
  return `src/unit${String(unit).padStart(4, '0')}.c`;
}

function objectName(unit: number): string {
  return `obj/unit${String(unit).padStart(4, '0')}.o`;
}
