import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import { ARC_KIND } from './counter-data.js';
import type {
  CounterData,
  FunctionCounters,
  FunctionIdentity,
  KindCounters,
} from './counter-data.js';
import { describeVersion } from './gcov-version.js';
import type { Notes, NotesFunction } from './notes.js';
import { atByte, hex } from './record-reader.js';

export const CONDITION_KIND = 8;
export const PATH_KIND = 9;

/**
 * Gives every function of the notes its counters: null for a placeholder. Data that does not fit in
 * every point is refused, also where gcov goes on with what it has: an unknown function, another
 * checksum, another number of counters, a function without record.
 * Errors: BUILD_MISMATCH (other functions), BAD_DATA (other counters).
 */
export function pairData(
  notes: Notes,
  data: CounterData,
  dataName: string,
): ReadonlyMap<NotesFunction, FunctionCounters | null> {
  const byIdent = new Map<number, NotesFunction>();
  for (const entry of notes.functions) byIdent.set(entry.ident, entry);
  const pairs = new Map<NotesFunction, FunctionCounters | null>();
  for (const counters of data.functions) {
    if (counters === null) continue;
    const entry = byIdent.get(counters.ident);
    const difference = entry === undefined ? 'ident' : findDifference(entry, counters);
    if (entry === undefined || difference !== null) {
      throw mismatch(notes, data, dataName, counters, entry, difference ?? 'ident');
    }
    checkCounters(notes, data, dataName, entry, counters);
    pairs.set(entry, counters);
  }
  let placeholders = 0;
  for (const counters of data.functions) if (counters === null) placeholders += 1;
  const missing: NotesFunction[] = [];
  for (const entry of notes.functions) if (!pairs.has(entry)) missing.push(entry);
  if (missing.length !== placeholders) {
    const last = data.functions.findLast((one) => one !== null);
    const where = last
      ? `${place(last.offset)}expected behind this one`
      : `${place(headerBytes(data))}expected`;
    throw new BenchError('BAD_DATA', `${printable(dataName)} does not hold every function`, {
      why: `${where} records or placeholders of all ${notes.functions.length} functions as in ${printable(notes.name)}, found ${data.functions.length}; the first without is ${printable(missing[0]?.name ?? '')}; the file says ${describeVersion(data.versionWord)}`,
      hints: ['fetch the counters again; a cut transfer loses the functions at its end'],
    });
  }
  for (const entry of missing) pairs.set(entry, null);
  return pairs;
}

/** The first of the identity words in which two functions differ; null when they are the same. */
export function findDifference(
  a: FunctionIdentity,
  b: FunctionIdentity,
): keyof FunctionIdentity | null {
  if (a.ident !== b.ident) return 'ident';
  if (a.lineChecksum !== b.lineChecksum) return 'lineChecksum';
  return a.graphChecksum === b.graphChecksum ? null : 'graphChecksum';
}

const WORDS: Readonly<Record<keyof FunctionIdentity, string>> = {
  ident: 'ident',
  lineChecksum: 'line checksum',
  graphChecksum: 'graph checksum',
};

function mismatch(
  notes: Notes,
  data: CounterData,
  dataName: string,
  counters: FunctionCounters,
  entry: NotesFunction | undefined,
  difference: keyof FunctionIdentity,
): BenchError {
  const expected =
    entry === undefined
      ? `the ident of one of the ${notes.functions.length} functions in ${printable(notes.name)}`
      : `${WORDS[difference]} ${hex(entry[difference])} of ${printable(entry.name)} as in ${printable(notes.name)}`;
  return new BenchError(
    'BUILD_MISMATCH',
    `${printable(dataName)} holds counters of another build than its notes`,
    {
      why: `${place(counters.offset)}expected ${expected}, found ${hex(counters[difference])}; the file says ${describeVersion(data.versionWord)}`,
      hints: [
        'if the product was rebuilt after the board was flashed: flash this build and drive the board again, or give the .gcno files of the build that runs on it',
        'if they are that build, the data is damaged: fetch the counters again',
      ],
    },
  );
}

function checkCounters(
  notes: Notes,
  data: CounterData,
  dataName: string,
  entry: NotesFunction,
  counters: FunctionCounters,
): void {
  const arcs = recordOf(counters, ARC_KIND);
  const conditions = recordOf(counters, CONDITION_KIND);
  const isArcs = (arcs?.values.length ?? 0) !== entry.counterCount;
  const isConditions = (conditions?.values.length ?? 0) !== entry.conditions.length * 2;
  if (!isArcs && !isConditions) return;
  const record = isArcs ? arcs : conditions;
  const expected = isArcs
    ? `${entry.counterCount} arc counters`
    : `${entry.conditions.length * 2} condition counters`;
  throw new BenchError(
    'BAD_DATA',
    `${printable(dataName)} holds a wrong number of counters for ${printable(entry.name)}`,
    {
      why: `${place(record?.offset ?? counters.offset)}expected ${expected} as in ${printable(notes.name)}, found ${record?.values.length ?? 0}; the file says ${describeVersion(data.versionWord)}`,
      hints: ['fetch the counters again; a disturbed transfer damages an image'],
    },
  );
}

function recordOf({ counters }: FunctionCounters, kind: number): KindCounters | undefined {
  return counters.find((record) => record.kind === kind);
}

/** Magic, version and stamp; from GCC 12 on the checksum, too. */
function headerBytes({ checksum }: CounterData): number {
  return checksum === null ? 12 : 16;
}

function place(offset: number | undefined): string {
  return offset === undefined ? '' : `${atByte(offset)}: `;
}
