import type { RawObject } from '../gcov/raw-object.js';
import { compareData } from '../wire/compare-counts.js';
import { sameUnits, type ReadObject } from './same-units.js';

/** Objects that were read at one time, and from where. */
export interface Reading {
  readonly name: string;
  readonly objects: readonly RawObject[];
  /** Readings of one log are known to be of different boots. */
  readonly log?: string;
}

/** How the objects that two readings have in common stand to each other. */
interface Relation {
  readonly first: Reading;
  readonly second: Reading;
  readonly pairs: (readonly [RawObject, RawObject])[];
  /** No counter of the second is lower, no counter of the first is lower. */
  isLater: boolean;
  isEarlier: boolean;
}

/** A reading whose objects another one has as well, or later ones. */
interface LeftOut {
  readonly earlier: string;
  readonly later: string;
}

const MAX_NAMED = 4;
// More readings left out than this are said by their number: each may be left out for many others.
const MAX_SAID = 8;

/**
 * Leaves out objects that another reading has as well and in which no counter is lower there: that
 * is a later reading of the same run, and two readings of one run are never added. No hit is lost by
 * it, and the order of the readings does not matter. Readings in which some counters are higher and
 * some lower are of different runs and stay. Gives the warnings too.
 */
export function dropEarlierReadings(readings: readonly Reading[]): {
  readonly objects: readonly RawObject[];
  readonly warnings: readonly string[];
} {
  const dropped = new Set<RawObject>();
  const left = new Map<'same' | 'earlier', LeftOut[]>([
    ['same', []],
    ['earlier', []],
  ]);
  const added = new Set<Reading>();
  for (const { first, second, pairs, isLater, isEarlier } of relationsOf(readings)) {
    if (pairs.every(([a, b]) => isToldByDecoder(a, b))) continue;
    if (!isLater && !isEarlier) {
      added.add(first).add(second);
      continue;
    }
    for (const [a, b] of pairs) dropped.add(isLater ? a : b);
    const [earlier, later] = isLater ? [first, second] : [second, first];
    const how = pairs.every(([a, b]) => isEqual(a, b)) ? 'same' : 'earlier';
    left.get(how)?.push({ earlier: earlier.name, later: later.name });
  }
  const warnings = [...left].flatMap(([how, pairs]) => leftOutWarnings(how, pairs));
  const stay = [...added].filter((reading) => reading.objects.some((one) => !dropped.has(one)));
  if (stay.length > 1) {
    warnings.push(`${namesOf(stay.map(({ name }) => name))}: their counts are added`);
  }
  const objects = readings.flatMap((reading) => reading.objects);
  return { objects: objects.filter((one) => !dropped.has(one)), warnings };
}

function leftOutWarnings(how: 'same' | 'earlier', pairs: readonly LeftOut[]): readonly string[] {
  const sentences = pairs.map(({ earlier, later }) =>
    how === 'same'
      ? `${later} holds the same counters as ${earlier}: counted once`
      : `${later} reads on from ${earlier}: of objects in both only the later counts`,
  );
  const [first] = pairs;
  if (sentences.length <= MAX_SAID || !first) return sentences;
  const { size } = new Set(pairs.map(({ earlier }) => earlier));
  return [
    how === 'same'
      ? `${size} readings hold the same counters as others (${first.earlier} as ${first.later}): counted once`
      : `${size} readings are earlier than others of their run (${first.earlier} than ${first.later}): of objects in both only the later counts`,
  ];
}

function namesOf(names: readonly string[]): string {
  const [first = '', second = ''] = names;
  if (names.length === 2) return `${first} and ${second} are of two runs`;
  const rest = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return `${shown}${rest > 0 ? ` and ${rest} more` : ''} are of different runs`;
}

function relationsOf(readings: readonly Reading[]): Iterable<Relation> {
  const relations = new Map<string, Relation>();
  if (readings.length < 2) return [];
  for (const unit of sameUnits(readings.map(({ objects }) => objects))) {
    const byReading = new Map<number, ReadObject[]>();
    for (const one of unit) {
      const list = byReading.get(one.at);
      if (list === undefined) byReading.set(one.at, [one]);
      else list.push(one);
    }
    const lists = [...byReading.values()];
    for (const [index, list] of lists.entries()) {
      for (const later of lists.slice(index + 1)) relate(readings, relations, list, later);
    }
  }
  return relations.values();
}

function relate(
  readings: readonly Reading[],
  relations: Map<string, Relation>,
  ofFirst: readonly ReadObject[],
  ofSecond: readonly ReadObject[],
): void {
  const [i, j] = [ofFirst[0]?.at ?? 0, ofSecond[0]?.at ?? 0];
  const [first, second] = [readings[i], readings[j]];
  if (!first || !second || (first.log !== undefined && first.log === second.log)) return;
  const key = `${i} ${j}`;
  const relation = relations.get(key) ?? {
    first,
    second,
    pairs: [],
    isLater: true,
    isEarlier: true,
  };
  relations.set(key, relation);
  for (const [a, b] of pair(ofFirst, ofSecond)) {
    relation.pairs.push([a.object, b.object]);
    // Once both are refuted nothing can change it.
    relation.isLater &&= compareData(a.data, b.data) === 'grown';
    relation.isEarlier &&= compareData(b.data, a.data) === 'grown';
  }
}

/** One unit may have been linked in twice: then objects belong together by the ends of their paths. */
function pair(
  a: readonly ReadObject[],
  b: readonly ReadObject[],
): readonly (readonly [ReadObject, ReadObject])[] {
  const left = [...b];
  return a.flatMap((one) => {
    const best = left.toSorted(
      (x, y) =>
        sharedEnd(y.object.path, one.object.path) - sharedEnd(x.object.path, one.object.path),
    )[0];
    if (best === undefined) return [];
    left.splice(left.indexOf(best), 1);
    return [[one, best] as const];
  });
}

function sharedEnd(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a.at(-1 - shared) === b.at(-1 - shared)) {
    shared += 1;
  }
  return shared;
}

/** The same bytes under the same name from two places are told, object by object, by the decoder. */
function isToldByDecoder(a: RawObject, b: RawObject): boolean {
  return a.path === b.path && a.origin.source !== b.origin.source && isEqual(a, b);
}

function isEqual(a: RawObject, b: RawObject): boolean {
  return Buffer.compare(a.bytes, b.bytes) === 0;
}
