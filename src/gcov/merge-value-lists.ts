import { addCounts, subtractCounts, type Count } from '../base/count.js';

/** Values libgcov keeps apart in one list. */
const MAX_TRACKED = 32;
const FIXED_SLOTS = 4;

interface TrackedValue {
  readonly value: Count;
  count: Count;
}

interface ValueList {
  /** All executions; negative where values were dropped. */
  readonly total: Count;
  readonly values: readonly TrackedValue[];
}

/**
 * Merges lists of the most common values (kinds topn and indirect call) of GCC 11 and later: total,
 * number of values, then value and count of each. Counts of one value add. Of more than 32 values
 * the rarest gives way, and the total turns negative to say so. `later` are the counters of the
 * later run: libgcov puts what the file holds behind its own. Null when the lists do not add up.
 */
export function mergeValueLists(
  earlier: readonly Count[],
  later: readonly Count[],
): readonly Count[] | null {
  const a = splitLists(earlier);
  const b = splitLists(later);
  if (a === null || b === null || a.length !== b.length) return null;
  return b.flatMap((list, index) => {
    const other = a[index];
    return other === undefined ? [] : joinLists(list, other);
  });
}

function splitLists(values: readonly Count[]): readonly ValueList[] | null {
  const lists: ValueList[] = [];
  let at = 0;
  while (at < values.length) {
    const total = values[at] ?? 0;
    const length = values[at + 1];
    if (typeof length !== 'number' || length < 0 || length > MAX_TRACKED) return null;
    const end = at + 2 + length * 2;
    if (end > values.length) return null;
    const tracked: TrackedValue[] = [];
    for (let next = at + 2; next < end; next += 2) {
      tracked.push({ value: values[next] ?? 0, count: values[next + 1] ?? 0 });
    }
    lists.push({ total, values: tracked });
    at = end;
  }
  return lists;
}

function joinLists(into: ValueList, from: ValueList): readonly Count[] {
  const tracked = into.values.map((one) => ({ ...one }));
  let isFull = into.total < 0 || from.total < 0;
  for (const one of from.values) {
    const same = tracked.find(({ value }) => value === one.value);
    if (same !== undefined) same.count = addCounts(same.count, one.count);
    else if (tracked.length < MAX_TRACKED) tracked.push({ ...one });
    else {
      isFull = true;
      giveWay(tracked, one);
    }
  }
  const total = addCounts(magnitude(into.total), magnitude(from.total));
  const pairs = tracked.flatMap(({ value, count }) => [value, count]);
  return [isFull ? subtractCounts(0, total) : total, tracked.length, ...pairs];
}

/** The first of the rarest values loses one count, and its place to a value that has more. */
function giveWay(tracked: TrackedValue[], one: TrackedValue): void {
  let rarest = 0;
  for (const [index, { count }] of tracked.entries()) {
    if (count < (tracked[rarest]?.count ?? 0)) rarest = index;
  }
  const before = tracked[rarest];
  if (before === undefined) return;
  before.count = subtractCounts(before.count, 1);
  if (before.count < one.count) tracked[rarest] = { ...one };
}

/**
 * The same for GCC 10, which has four places for each list and no number: total, then value and
 * count of each place. What happens to a fifth value changed within GCC 10, so null when one comes
 * up or came up before.
 */
export function mergeFixedLists(
  earlier: readonly Count[],
  later: readonly Count[],
): readonly Count[] | null {
  const size = 1 + 2 * FIXED_SLOTS;
  if (earlier.length !== later.length || later.length % size !== 0) return null;
  const merged: Count[] = [];
  for (let start = 0; start < later.length; start += size) {
    const list = later.slice(start, start + size);
    const other = earlier.slice(start, start + size);
    if (!joinFixed(list, other)) return null;
    merged.push(...list);
  }
  return merged;
}

function joinFixed(list: Count[], other: readonly Count[]): boolean {
  const hasNegative = [...list, ...other].some((count, index) => isCountPlace(index) && count < 0);
  if (hasNegative) return false;
  list[0] = addCounts(list[0] ?? 0, other[0] ?? 0);
  for (let at = 1; at < other.length; at += 2) {
    const value = other[at] ?? 0;
    const count = other[at + 1] ?? 0;
    if (count === 0) continue;
    const place = placeOf(list, value);
    if (place === null) return false;
    list[place] = value;
    list[place + 1] = addCounts(list[place + 1] ?? 0, count);
  }
  return true;
}

/** Totals and counts, over two lists one behind the other: the values between may be anything. */
function isCountPlace(index: number): boolean {
  return (index % (1 + 2 * FIXED_SLOTS)) % 2 === 0;
}

/** Where the value is, or else the first empty place. */
function placeOf(list: readonly Count[], value: Count): number | null {
  let empty: number | null = null;
  for (let at = 1; at < list.length; at += 2) {
    if (list[at + 1] === 0) empty ??= at;
    else if (list[at] === value) return at;
  }
  return empty;
}

/**
 * Merges the most common single values of GCC 9 and before: value, its count, total. Counts of one
 * value add; of two the more frequent stays, less what the other had. Null when the numbers differ.
 */
export function mergeSingleValues(
  earlier: readonly Count[],
  later: readonly Count[],
): readonly Count[] | null {
  if (earlier.length !== later.length || later.length % 3 !== 0) return null;
  const merged: Count[] = [];
  for (let at = 0; at < later.length; at += 3) {
    const [value = 0, count = 0, total = 0] = later.slice(at, at + 3);
    const [otherValue = 0, otherCount = 0, otherTotal = 0] = earlier.slice(at, at + 3);
    const all = addCounts(total, otherTotal);
    if (value === otherValue) merged.push(value, addCounts(count, otherCount), all);
    else if (otherCount > count) merged.push(otherValue, subtractCounts(otherCount, count), all);
    else merged.push(value, subtractCounts(count, otherCount), all);
  }
  return merged;
}

function magnitude(value: Count): Count {
  return value < 0 ? subtractCounts(0, value) : value;
}
