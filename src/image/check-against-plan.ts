import { BenchError } from '../base/bench-error.js';
import type { CounterData } from '../gcov/counter-data.js';
import { describeVersion } from '../gcov/gcov-version.js';
import type { RawObject } from '../gcov/raw-object.js';
import { compareWithPlan } from './compare-with-plan.js';
import type { CounterPlan, PlannedObject } from './counter-plan.js';
import { isSound } from '../gcov/is-sound.js';
import { readDataOrNull } from '../gcov/read-data-or-null.js';

interface Paired {
  readonly object: RawObject;
  readonly data: CounterData | null;
  readonly planned: PlannedObject | null;
}

/**
 * Holds what arrived from a board against the build: every planned object ends up in the result,
 * `missing` if it did not arrive; one that differs in anything but its counts becomes `damaged`;
 * one the build does not have becomes `unknown`. Objects are paired by path, or else by stamp and
 * checksum, since some writers shorten paths. Planned objects come first, in the plan's order.
 * Errors: BUILD_MISMATCH when sound objects arrived and not one of them is of this build.
 */
export function checkAgainstPlan(objects: readonly RawObject[], plan: CounterPlan): RawObject[] {
  const pairs = pair(objects, plan);
  refuseOtherBuild(pairs);
  const byPlanned = new Map<PlannedObject, RawObject>();
  const others: RawObject[] = [];
  for (const entry of pairs) {
    const judged = judge(entry);
    const rival = entry.planned === null ? undefined : byPlanned.get(entry.planned);
    if (entry.planned === null || (rival !== undefined && isSound(rival))) others.push(judged);
    else {
      if (rival !== undefined) others.push(rival);
      byPlanned.set(entry.planned, judged);
    }
  }
  const [first] = objects;
  const origin = {
    source: first?.origin.source ?? 'the dump',
    format: first?.origin.format ?? 'unknown',
  };
  const expected = plan.objects.map(
    (planned): RawObject =>
      byPlanned.get(planned) ?? {
        path: planned.path,
        bytes: new Uint8Array(),
        status: 'missing',
        reason: 'the ELF has this object, but it did not arrive',
        origin,
      },
  );
  return [...expected, ...others];
}
function pair(objects: readonly RawObject[], plan: CounterPlan): Paired[] {
  const byPath = groupBy(plan.objects, ({ path }) => path);
  const byIdentity = groupBy(plan.objects, identityKey);
  const taken = new Set<PlannedObject>();
  return objects.map((object) => {
    const data = isSound(object) ? readDataOrNull(object.bytes, object.path) : null;
    const planned = choose(data, byPath.get(object.path) ?? [], byIdentity, taken);
    if (planned !== null && data !== null) taken.add(planned);
    return { object, data, planned };
  });
}

/**
 * Of the planned objects with its path the one with its stamp and checksum: several units may share
 * a path. Else the only one in the plan with that stamp and checksum, since paths may be shortened
 * and reproducible builds give every object one stamp. Else the only one with its path.
 */
function choose(
  data: CounterData | null,
  named: readonly PlannedObject[],
  byIdentity: ReadonlyMap<string, readonly PlannedObject[]>,
  taken: ReadonlySet<PlannedObject>,
): PlannedObject | null {
  const [onlyNamed] = named;
  const fallback = named.length === 1 ? (onlyNamed ?? null) : null;
  if (data === null) return fallback;
  const key = identityKey(data);
  const exact = named.filter((planned) => identityKey(planned) === key);
  const fitting = exact.filter((planned) => compareWithPlan(data, planned) === null);
  const best = fitting.find((planned) => !taken.has(planned)) ?? fitting[0] ?? exact[0];
  if (best !== undefined) return best;
  const identical = byIdentity.get(key) ?? [];
  return identical.length === 1 ? (identical[0] ?? null) : fallback;
}

function groupBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

function identityKey(object: { readonly stamp: number; readonly checksum: number | null }): string {
  return `${object.stamp} ${object.checksum}`;
}
function judge({ object, data, planned }: Paired): RawObject {
  if (!isSound(object)) return object;
  if (data === null) {
    return { ...object, status: 'damaged', reason: 'its bytes are not a .gcda image' };
  }
  if (planned === null) {
    return { ...object, status: 'unknown', reason: 'the ELF has no object of this name and stamp' };
  }
  const difference = compareWithPlan(data, planned);
  if (difference === null) return { ...object, path: planned.path };
  return { ...object, status: 'damaged', reason: `it does not fit the ELF: ${difference}` };
}

function refuseOtherBuild(pairs: readonly Paired[]): void {
  const sound = pairs.filter((entry) => entry.data !== null);
  const isOfBuild = sound.some(
    ({ data, planned }) => data !== null && planned !== null && data.stamp === planned.stamp,
  );
  const [first] = sound;
  if (isOfBuild || first?.data === undefined || first.data === null) return;
  const { object, data, planned } = first;
  throw new BenchError('BUILD_MISMATCH', `${object.origin.source} comes from another build`, {
    why:
      `${object.path} has ${stampOf(data)}, the ELF has ` +
      `${planned === null ? 'no such object' : stampOf(planned)}; ` +
      `none of ${sound.length} sound objects is of this build`,
    hints: ['flash the build this ELF belongs to, or name the ELF of the build on the board'],
  });
}

function stampOf(object: { readonly stamp: number; readonly versionWord: number }): string {
  return `stamp 0x${object.stamp.toString(16).padStart(8, '0')} (${describeVersion(object.versionWord)})`;
}
