/**
 * An exact execution count. Held as a number while that is exact and as a bigint beyond 2^53, and
 * always in that normal form, so `===` compares. Counters are 64-bit; nothing is ever rounded.
 */
export type Count = number | bigint;

/** Brings a whole number into the normal form of a count. */
export function toCount(value: bigint): Count {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value;
}

/** The exact sum. */
export function addCounts(a: Count, b: Count): Count {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return toCount(BigInt(a) + BigInt(b));
}

/** The exact difference, which may be negative. */
export function subtractCounts(a: Count, b: Count): Count {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return toCount(BigInt(a) - BigInt(b));
}
