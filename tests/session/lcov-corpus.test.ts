import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BranchCount, FileCounts } from '../../src/gcov/file-counts.js';
import { readTracefile } from '../../src/gcov/read-tracefile.js';
import { writeTracefile } from '../../src/gcov/write-tracefile.js';
import { tracefileCounts } from '../../src/session/tracefile-counts.js';
import { expectSameCounts } from '../gcov/first-difference.js';
import { casesIn, CORPUS, decodeCase, FIXTURES, neutral } from '../gcov/gcov-cases.js';
import type { GcovCase } from '../gcov/gcov-cases.js';

// gcov 9 prints counts of a million and more with six digits, and lcov reads that; ours are exact.
const ROUNDED_BY_GCOV = 'gcc9-million';

const hasTracefile = ({ name, folder }: GcovCase): boolean =>
  name !== ROUNDED_BY_GCOV && existsSync(join(folder, 'expected.info'));

describe('writes the records lcov writes', () => {
  it.each(casesIn(FIXTURES).filter(hasTracefile))('$name', checkCase);
});

describe.skipIf(!existsSync(CORPUS))('writes the records lcov writes, reference data', () => {
  it.each(casesIn(CORPUS).filter(hasTracefile))('$name', checkCase);
});

async function checkCase(gcovCase: GcovCase): Promise<void> {
  const { name, folder } = gcovCase;
  const { units } = decodeCase(gcovCase);
  const { files } = await tracefileCounts({ units, counts: [] }, folder);
  const written = writeTracefile(files);
  const got = readTracefile(Buffer.from(written), 'ours').map((file) => ({
    ...file,
    // lcov starts at the folder of the object too where the notes do not tell; there it was another.
    path: file.path.replace(`${folder}/`, `/src/corpus/${name}/`),
  }));
  const want = readTracefile(readFileSync(join(folder, 'expected.info')), 'lcov');
  const input = lcovInput(name);
  expectSameCounts(name, comparable(got, input), comparable(want, input), 'lcov');
}

/**
 * What lcov 1.16 learned of branches: from JSON all of it; from the intermediate text of gcov 5 and 8
 * and of llvm-cov since 11 only whether one was taken; from the plain text of llvm-cov 9 the counts,
 * but by block and with calls numbered among them. There ours say more.
 */
type LcovInput = 'json' | 'intermediate text' | 'plain text';

function lcovInput(name: string): LcovInput {
  if (name.startsWith('clang9-')) return 'plain text';
  return /^(?:avr5|arm-none8|clang)/.test(name) ? 'intermediate text' : 'json';
}

function comparable(files: readonly FileCounts[], input: LcovInput): unknown {
  const shown = files
    // lcov writes an empty record for a source of which everything is elsewhere.
    .filter((file) => file.lines.size > 0)
    .map((file) => ({
      ...file,
      branches: new Map(
        [...file.branches].map(([line, branches]) => [line, asLcovKnows(branches, input)]),
      ),
      // lcov 1.16 writes names of functions beyond ASCII in Latin-1 into a file that is UTF-8.
      functions: new Map([...file.functions].filter(([name]) => /^[ -~]+$/.test(name))),
    }));
  expect(new Set(shown.map(({ path }) => path)).size).toBe(shown.length);
  return neutral(shown);
}

function asLcovKnows(branches: readonly BranchCount[], input: LcovInput): readonly BranchCount[] {
  switch (input) {
    case 'json':
      return branches;
    case 'intermediate text':
      return branches.map((one) => ({
        ...one,
        taken: one.taken === null ? null : Number(one.taken > 0),
      }));
    case 'plain text':
      return branches.map((one, position) => ({ ...one, block: 0, branch: position }));
  }
}
