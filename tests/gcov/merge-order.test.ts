import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { toCount, type Count } from '../../src/base/count.js';
import type { CounterData, KindCounters } from '../../src/gcov/counter-data.js';
import { decodeObjects } from '../../src/gcov/decode-objects.js';
import type { FileCounts, UnitCounts } from '../../src/gcov/file-counts.js';
import { mergeUnits } from '../../src/gcov/merge-units.js';
import { indexNotes } from '../../src/gcov/notes-index.js';
import { readData } from '../../src/gcov/read-data.js';
import { writeData } from '../../src/gcov/write-data.js';
import { bytesOf, FIXTURES, rawObject } from './gcov-cases.js';

/** What is known of each source, in an order of its own. */
function sorted(files: ReadonlyMap<string, FileCounts>): unknown {
  const byKey = <Value>(map: ReadonlyMap<string | number, Value>): unknown =>
    Object.fromEntries([...map].map(([key, value]) => [String(key), value]));
  return Object.fromEntries(
    [...files].map(([path, file]) => [
      path,
      {
        lines: byKey(file.lines),
        branches: byKey(file.branches),
        functions: byKey(file.functions),
        conditions: byKey(file.conditions),
      },
    ]),
  );
}

describe('runs of one unit', () => {
  it.each([
    ['gcc12-graph-O0', 'graph'],
    ['gcc15-paths-conditions', 'basic'],
    ['gcc14-conditions', 'mcdc'],
    ['gcc9-comdat', 'one'],
    ['avr5-fsm-Os', 'fsm'],
  ])('of %s count together what each did, in any order', (name, stem) => {
    const folder = join(FIXTURES, name);
    const data = readData(bytesOf(folder, `${stem}.gcda`), name);
    const notes = indexNotes([{ path: `${stem}.gcno`, bytes: bytesOf(folder, `${stem}.gcno`) }]);
    const decode = (runs: readonly Uint8Array[]): ReadonlyMap<string, FileCounts> => {
      const objects = runs.map((bytes, index) => rawObject(`run${index}/${stem}.gcda`, bytes));
      return mergeUnits(decodeObjects(objects, notes, { partial: false }).units);
    };
    const run = fc
      .tuple(fc.nat({ max: 3 }), fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }))
      .map(([times, keeps]) => writeData(scaled(data, times, keeps)));
    fc.assert(
      fc.property(
        fc
          .array(run, { minLength: 1, maxLength: 4 })
          .chain((runs) =>
            fc.tuple(fc.constant(runs), fc.shuffledSubarray(runs, { minLength: runs.length })),
          ),
        ([runs, shuffled]) => {
          const together = decode(runs);
          expect(sorted(decode(shuffled))).toEqual(sorted(together));
          for (const one of runs) {
            for (const [path, file] of decode([one])) holdsAll(together.get(path)!, file);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

it('merges units in any order and any grouping to the same, and loses no hit', () => {
  const count = fc.oneof(fc.nat({ max: 3 }), fc.bigInt(0n, 2n ** 60n).map(toCount));
  const line = fc.integer({ min: 1, max: 6 });
  const file = fc
    .record({
      lines: fc.dictionary(line.map(String), count),
      branches: fc.dictionary(line.map(String), fc.array(fc.option(count), { maxLength: 3 })),
      functions: fc.dictionary(fc.constantFrom('f', 'g'), fc.tuple(line, count)),
      conditions: fc.dictionary(line.map(String), fc.tuple(fc.boolean(), fc.boolean())),
    })
    .map(fileOf);
  const unit = fc.record({ path: fc.constantFrom('a.h', 'b.h'), file });
  fc.assert(
    fc.property(
      fc
        .array(unit, { minLength: 1, maxLength: 4 })
        .chain((units) =>
          fc.tuple(fc.constant(units), fc.shuffledSubarray(units, { minLength: units.length })),
        ),
      ([units, shuffled]) => {
        const merged = mergeUnits(units.map(unitOf));
        expect(sorted(mergeUnits(shuffled.map(unitOf)))).toEqual(sorted(merged));
        for (const one of units) holdsAll(merged.get(one.path)!, one.file);
        const halves = [units.slice(0, 2), units.slice(2)].map((half) =>
          mergeUnits(half.map(unitOf)),
        );
        const regrouped = halves.map((files): UnitCounts => ({
          name: 'x',
          compileDirectory: '/fw',
          files,
        }));
        expect(sorted(mergeUnits(regrouped))).toEqual(sorted(merged));
      },
    ),
  );
});

/** Every count, branch, function and condition of a part is in the whole. */
function holdsAll(whole: FileCounts, part: FileCounts): void {
  for (const [line, count] of part.lines) {
    expect(whole.lines.get(line)! >= count, `line ${line}`).toBe(true);
  }
  for (const [line, branches] of part.branches) {
    for (const { block, branch, taken } of branches) {
      const same = whole.branches
        .get(line)!
        .find((other) => other.block === block && other.branch === branch)!;
      expect(taken === null || (same.taken !== null && same.taken >= taken)).toBe(true);
    }
  }
  for (const [name, { count }] of part.functions) {
    expect(whole.functions.get(name)!.count >= count).toBe(true);
  }
  for (const [line, conditions] of part.conditions) {
    for (const [index, condition] of conditions.entries()) {
      const same = whole.conditions.get(line)![index]!;
      expect(same.covered).toBeGreaterThanOrEqual(condition.covered);
      for (const term of same.notCoveredTrue) expect(condition.notCoveredTrue).toContain(term);
      for (const term of same.notCoveredFalse) expect(condition.notCoveredFalse).toContain(term);
    }
  }
}

/** A run that did everything so many times, and showed some of the conditions and paths. */
function scaled(data: CounterData, times: number, keeps: readonly boolean[]): CounterData {
  let next = 0;
  const scale = ({ kind, values }: KindCounters): KindCounters => ({
    kind,
    values: [...values].map((value) =>
      kind === 8 || kind === 9
        ? toCount(BigInt(value) & (keeps[next++ % keeps.length] ? -1n : 0n))
        : toCount(BigInt(value) * BigInt(times)),
    ),
  });
  const functions = data.functions.map(
    (entry) => entry && { ...entry, counters: entry.counters.map(scale) },
  );
  return { ...data, functions };
}

interface FileSketch {
  readonly lines: Readonly<Record<string, Count>>;
  readonly branches: Readonly<Record<string, readonly (Count | null)[]>>;
  readonly functions: Readonly<Record<string, readonly [number, Count]>>;
  readonly conditions: Readonly<Record<string, readonly [boolean, boolean]>>;
}

function fileOf({ lines, branches, functions, conditions }: FileSketch): FileCounts {
  const byLine = <From, To>(
    record: Readonly<Record<string, From>>,
    map: (value: From) => To,
  ): ReadonlyMap<number, To> =>
    new Map(Object.entries(record).map(([line, value]) => [Number(line), map(value)]));
  return {
    path: 'x',
    lines: byLine(lines, (count) => count),
    branches: byLine(branches, (all) => all.map((taken, branch) => ({ block: 0, branch, taken }))),
    functions: new Map(
      Object.entries(functions).map(([name, [line, count]]) => [name, { line, count }]),
    ),
    conditions: byLine(conditions, ([isTrue, isFalse]) => [
      {
        count: 2,
        covered: Number(isTrue) + Number(isFalse),
        notCoveredTrue: isTrue ? [] : [0],
        notCoveredFalse: isFalse ? [] : [0],
      },
    ]),
  };
}

function unitOf({ path, file }: { path: string; file: FileCounts }): UnitCounts {
  return {
    name: 'x',
    compileDirectory: '/fw',
    files: new Map([[path, { ...file, path }]]),
  };
}
