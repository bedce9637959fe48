import type { BuildLine } from './file-counts.js';

/**
 * What is known line by line, ascending by line, as a map that holds columns of numbers instead of
 * an entry a line: a large build has some hundred thousand lines, and they are all kept to the end.
 */
export abstract class LineMap<Value> implements ReadonlyMap<BuildLine, Value> {
  /** `numbers` ascend and name each line once. */
  constructor(readonly numbers: readonly number[]) {}

  /** What is known of the line at a position. */
  protected abstract at(index: number): Value;

  get size(): number {
    return this.numbers.length;
  }

  get(line: BuildLine): Value | undefined {
    const index = this.indexOf(line);
    return index === -1 ? undefined : this.at(index);
  }

  has(line: BuildLine): boolean {
    return this.indexOf(line) !== -1;
  }

  forEach(
    visit: (value: Value, line: BuildLine, map: ReadonlyMap<BuildLine, Value>) => void,
  ): void {
    for (let index = 0; index < this.numbers.length; index += 1) {
      visit(this.at(index), this.numbers[index] ?? 0, this);
    }
  }

  *entries(): MapIterator<[BuildLine, Value]> {
    for (let index = 0; index < this.numbers.length; index += 1) {
      yield [this.numbers[index] ?? 0, this.at(index)];
    }
  }

  *keys(): MapIterator<BuildLine> {
    yield* this.numbers;
  }

  *values(): MapIterator<Value> {
    for (let index = 0; index < this.numbers.length; index += 1) yield this.at(index);
  }

  [Symbol.iterator](): MapIterator<[BuildLine, Value]> {
    return this.entries();
  }

  private indexOf(line: number): number {
    let low = 0;
    let high = this.numbers.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.numbers[middle] ?? 0;
      if (found === line) return middle;
      if (found < line) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
