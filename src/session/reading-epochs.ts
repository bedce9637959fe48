import { detectRestart } from '../acquire/detect-restart.js';
import { isSound } from '../gcov/is-sound.js';
import { subtractBaseline } from '../acquire/subtract-baseline.js';
import { printable } from '../base/printable.js';
import type { RawObject } from '../gcov/raw-object.js';
import { mergedObjects } from './merged-objects.js';

/** What a reading amounts to for the session. */
export interface Reading {
  /** Counts since the counters were zeroed or the baseline was read, over all boots since. */
  readonly objects: readonly RawObject[];
  readonly warnings: readonly string[];
}

/**
 * Makes of cumulative readings what was counted since the session began: a baseline is subtracted,
 * and boots are told apart by counters that went down. Readings of one boot are never added; the
 * last one of a boot that ended is kept and added to those of the next.
 */
export class ReadingEpochs {
  private baseline: readonly RawObject[] = [];
  private current: readonly RawObject[] = [];
  private ended: readonly RawObject[] = [];

  /**
   * The last sound copy of every object in this boot as it came, for comparing; the baseline before
   * there is one.
   */
  get last(): readonly RawObject[] {
    return this.current.length > 0 ? this.current : this.baseline;
  }

  /** The counters were zeroed, or count from what was read now. */
  begin(baseline: readonly RawObject[] = []): void {
    this.baseline = baseline;
    this.current = [];
    this.ended = [];
  }

  /** Takes the next reading, as it came off the board. */
  add(objects: readonly RawObject[]): Reading {
    // What did not arrive last time can still show against the baseline that the board restarted.
    const restart = detectRestart(this.last, objects) ?? detectRestart(this.baseline, objects);
    const path = printable(restart?.path ?? '');
    const warnings: string[] = [];
    if (restart?.reason === 'other build') {
      warnings.push(
        `the board runs another build since the last reading (${path} differs): only what this one counted is taken`,
      );
      this.begin();
    } else if (restart) {
      warnings.push(this.endBoot(path));
    }
    this.current = withEarlier(objects, this.last);
    const isNow = new Set(objects.filter(isSound).map((object) => object.path));
    const before = this.ended.filter((object) => isNow.has(object.path));
    const since = subtractBaseline(objects, this.baseline);
    if (before.length === 0) return { objects: since, warnings };
    const merged = mergedObjects([...before, ...since]);
    return { objects: merged.objects, warnings: [...warnings, ...merged.warnings] };
  }

  private endBoot(path: string): string {
    const lower = `the board restarted since the last reading (${path} counts less)`;
    const hasRead = this.current.length > 0;
    if (hasRead) {
      const since = subtractBaseline(this.current, this.baseline).filter(isSound);
      this.ended = mergedObjects([...this.ended, ...since]).objects;
    }
    this.baseline = [];
    this.current = [];
    return hasRead
      ? `${lower}: what was read before is kept and added, what it counted after that is lost`
      : `${lower}: what it had counted since the baseline is gone`;
  }
}

/** Counts of an object that did not arrive this time are not lost: those it had before stay. */
function withEarlier(
  objects: readonly RawObject[],
  earlier: readonly RawObject[],
): readonly RawObject[] {
  const isNow = new Set(objects.filter(isSound).map(({ path }) => path));
  const kept = earlier.filter((object) => isSound(object) && !isNow.has(object.path));
  return [...objects, ...kept];
}
