/**
 * Random numbers that a seed repeats on every machine: a counter, mixed by two rounds of
 * multiply-and-shift (murmur3's finaliser). Good for test data, for nothing secret.
 */
export class SeededRandom {
  private state: number;

  /** The same parts give the same numbers, e.g. a seed and the number of a case. */
  constructor(...parts: readonly number[]) {
    this.state = 0x9e3779b9;
    for (const part of parts) this.state = mix(this.state ^ mix(part));
  }

  /** A whole number of 0 to 2^32 - 1. */
  word(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    return mix(this.state);
  }

  /** A whole number from 0 up to before `end`. */
  below(end: number): number {
    return Math.floor((this.word() / 0x100000000) * end);
  }

  /** A whole number of `least` to `most`. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.word() < probability * 0x100000000;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }
}

function mix(value: number): number {
  let word = value >>> 0;
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}
