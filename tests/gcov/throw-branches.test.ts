import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readNotes } from '../../src/gcov/read-notes.js';
import { throwBranches } from '../../src/gcov/throw-branches.js';
import { bytesOf, casesIn, CORPUS, FIXTURES, type GcovCase } from './gcov-cases.js';

// lcov 2 writes an `e` before the block number of a branch that is the way of an exception.
const cases = [...casesIn(FIXTURES), ...casesIn(CORPUS)].filter(
  ({ name, folder }) => name.startsWith('gcc') && existsSync(join(folder, 'expected.lcov2.info')),
);

describe('throwBranches', () => {
  it.each(cases.map((gcovCase) => [gcovCase.name, gcovCase] as const))(
    '%s: finds the ways of exceptions lcov 2 marks',
    (_name, gcovCase) => expect(ours(gcovCase)).toEqual(marked(gcovCase)),
  );

  it('numbers them as the counts do', () => {
    const gcovCase = casesIn(FIXTURES).find(({ name }) => name === 'gcc12-throws-O0')!;
    expect(ours(gcovCase)).toEqual([
      '/src/corpus/gcc12-throws-O0/src/throws.cpp:33:1',
      '/src/corpus/gcc12-throws-O0/src/throws.cpp:47:1',
      '/src/corpus/gcc12-throws-O0/src/throws.cpp:47:3',
      '/src/corpus/gcc12-throws-O0/src/throws.cpp:59:1',
    ]);
  });

  it('finds none in notes of clang, which do not tell them apart', () => {
    const { folder } = casesIn(FIXTURES).find(({ name }) => name === 'clang11-throws')!;
    const notes = readNotes(bytesOf(folder, 'throws.gcno'), 'throws.gcno');
    expect(throwBranches(notes).size).toBe(0);
  });
});

function ours({ name, folder, dataFiles }: GcovCase): readonly string[] {
  const found = new Set<string>();
  for (const { gcno } of dataFiles) {
    const notes = readNotes(bytesOf(folder, gcno), gcno);
    for (const [path, lines] of throwBranches(notes)) {
      const absolute = posix.resolve(`/src/corpus/${name}`, notes.compileDirectory ?? '', path);
      for (const [line, branches] of lines) {
        branches.forEach((isThrow, branch) => {
          if (isThrow) found.add(`${absolute}:${line}:${branch}`);
        });
      }
    }
  }
  return [...found].sort();
}

function marked({ folder }: GcovCase): readonly string[] {
  const found = new Set<string>();
  let path = '';
  for (const row of readFileSync(join(folder, 'expected.lcov2.info'), 'utf8').split('\n')) {
    if (row.startsWith('SF:')) path = row.slice(3);
    const branch = /^BRDA:(\d+),e0,(\d+),/.exec(row);
    if (branch) found.add(`${path}:${branch[1]}:${branch[2]}`);
  }
  return [...found].sort();
}
