import type { Count } from '../base/count.js';
import { LineMap } from './line-map.js';

/** The counts of lines, a column beside their numbers. */
export class CountLines extends LineMap<Count> {
  constructor(
    numbers: readonly number[],
    readonly counts: readonly Count[],
  ) {
    super(numbers);
  }

  protected override at(index: number): Count {
    return this.counts[index] ?? 0;
  }
}
