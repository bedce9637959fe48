import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mergeData } from '../../src/gcov/merge-data.js';
import { readData } from '../../src/gcov/read-data.js';
import { writeData } from '../../src/gcov/write-data.js';
import { onlyWith } from '../support/real-tools.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-merge-');

// Every kind of counter GCC has for C: intervals, powers, values, indirect calls, averages, masks.
const SOURCE = `
#include <stdlib.h>
#include <string.h>
typedef int (*step)(int);
static int up(int x) { return x + 1; }
static int twice(int x) { return x * 2; }
static int down(int x) { return x - 4; }
static step steps[] = {up, twice, down};
static char from[4096], to[4096];
__attribute__((noinline)) int divide(int a, int b) { return a / b; }
__attribute__((noinline)) int rest(unsigned a, unsigned b) { return a % b; }
__attribute__((noinline)) void copy(int size) { memcpy(to, from, size); }
__attribute__((noinline)) int call(int which, int x) { return steps[which % 3](x); }
int main(int argc, char **argv) {
  int times = atoi(argv[1]), spread = atoi(argv[2]), first = atoi(argv[3]), sum = 0;
  for (int i = 0; i < times; i++) {
    int value = first + i * i % spread;
    sum += divide(i, value) + rest(i, 1u << value % 5) + call(value, i);
    copy(value);
  }
  return sum == 42;
}
`;

/** Pairs of runs, as arguments of the program: how often, how many values, from which on. */
const RUNS = [
  ['few values', ['100', '5', '1'], ['60', '5', '3']],
  ['more values than are kept', ['500', '97', '1'], ['300', '89', '50']],
  ['a list that is full already', ['4000', '701', '1'], ['50', '7', '900']],
  ['a run that did nothing', ['0', '5', '1'], ['10', '3', '1']],
] as const;

onlyWith('gcc', 'gcov-tool')('merging like libgcov and gcov-tool', () => {
  it.each(RUNS)('gives their bytes for %s', (_, first, second) => {
    const root = folder();
    const data = join(root, 'values.gcda');
    writeFileSync(join(root, 'values.c'), SOURCE);
    gcc(root, '-O2', '-fprofile-generate', '-c', 'values.c', '-o', 'values.o');
    // Fixed addresses: the mask of all pointers that were copied from is one of the counters.
    gcc(root, '-no-pie', '-fprofile-generate', 'values.o', '-o', 'values');
    const run = (...runs: (readonly string[])[]) => {
      for (const args of runs) runOnce(root, args);
      const bytes = readFileSync(data);
      execFileSync('rm', [data]);
      return bytes;
    };
    const [a, b, both] = [run(first), run(second), run(first, second)];
    const merged = mergeData(readData(a, 'first'), readData(b, 'second'));
    expect(merged.remarks).toEqual([]);
    const bytes = Buffer.from(writeData(merged));
    expect(bytes.equals(both)).toBe(true);
    expect(bytes.equals(gcovTool(root, b, a))).toBe(true);
  });

  it('adds what two programs did that link one object', () => {
    const root = folder();
    writeFileSync(join(root, 'twice.h'), 'inline int twice(int x) { return x * 2; }\n');
    for (const unit of ['a', 'b']) {
      const source = `#include "twice.h"\nint ${unit}(int x) { return twice(x); }\n`;
      writeFileSync(join(root, `${unit}.cc`), source);
    }
    const main = 'int a(int); int b(int); int main(int n, char **) { return a(n) + b(n) == 9; }\n';
    writeFileSync(join(root, 'main.cc'), main);
    for (const unit of ['a', 'b', 'main'])
      gcc(root, '--coverage', '-c', `${unit}.cc`, '-o', `${unit}.o`);
    gcc(root, '--coverage', 'a.o', 'b.o', 'main.o', '-lstdc++', '-o', 'ab');
    gcc(root, '--coverage', 'b.o', 'a.o', 'main.o', '-lstdc++', '-o', 'ba');
    const run = (...programs: readonly string[]) => {
      for (const program of programs) execFileSync(join(root, program), { cwd: root });
      const files = ['a', 'b'].map((unit) => readFileSync(join(root, `${unit}.gcda`)));
      for (const unit of ['a', 'b', 'main']) execFileSync('rm', [join(root, `${unit}.gcda`)]);
      return files;
    };
    const [first, second, both] = [run('ab'), run('ba'), run('ab', 'ba')];
    for (const [index, expected] of both!.entries()) {
      const sides = [first![index]!, second![index]!].map((bytes) => readData(bytes, 'x'));
      const merged = mergeData(sides[0]!, sides[1]!);
      expect(Buffer.from(writeData(merged)).equals(expected)).toBe(true);
    }
  });
});

function gcc(root: string, ...args: readonly string[]): void {
  execFileSync('gcc', args, { cwd: root });
}

function runOnce(root: string, args: readonly string[]): void {
  execFileSync(join(root, 'values'), args, { cwd: root });
}

/** What `gcov-tool merge` makes of the two; it puts the values of the second behind the first. */
function gcovTool(root: string, first: Uint8Array, second: Uint8Array): Buffer {
  for (const [name, bytes] of [
    ['one', first],
    ['two', second],
  ] as const) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'values.gcda'), bytes);
  }
  execFileSync('gcov-tool', ['merge', 'one', 'two', '-o', 'out'], { cwd: root, stdio: 'pipe' });
  return readFileSync(join(root, 'out', 'values.gcda'));
}
