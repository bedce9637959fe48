import type { Count } from '../base/count.js';
import type { BranchCount } from './file-counts.js';
import { LineMap } from './line-map.js';

/** The branches of lines as gcov numbers them: one block a line, branches by position. */
export class BranchLines extends LineMap<readonly BranchCount[]> {
  /** Line `n` has the taken counts from where line `n - 1` ends up to before `ends[n]`. */
  constructor(
    numbers: readonly number[],
    readonly ends: readonly number[],
    readonly taken: readonly (Count | null)[],
  ) {
    super(numbers);
  }

  protected override at(index: number): readonly BranchCount[] {
    const branches: BranchCount[] = [];
    const first = index === 0 ? 0 : (this.ends[index - 1] ?? 0);
    const end = this.ends[index] ?? first;
    for (let at = first; at < end; at += 1) {
      branches.push({ block: 0, branch: at - first, taken: this.taken[at] ?? null });
    }
    return branches;
  }
}
