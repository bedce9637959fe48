import type { Effect } from './effect.js';

interface Waiting {
  readonly effect: Effect;
  isStarted: boolean;
}

/** Does effects one after the other; each counts as waiting until it is over. */
export class EffectQueue {
  private readonly waiting: Waiting[] = [];
  private turn: Promise<void> = Promise.resolve();

  /**
   * Does `work` when everything before it is over. An effect that is asked for again before it was
   * done, by a key held down or pressed twice, is done once.
   */
  add(effect: Effect, work: () => Promise<void>): Promise<void> {
    if (this.waiting.some((other) => answers(other, effect))) return this.turn;
    const entry: Waiting = { effect, isStarted: false };
    this.waiting.push(entry);
    this.turn = this.turn
      .then(() => {
        entry.isStarted = true;
        return work();
      })
      .finally(() => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
      });
    return this.turn;
  }
}

/**
 * True when `effect` need not be done for itself. A preview that has begun may have read an older
 * form, so only one that still waits answers for the form as it is now.
 */
function answers(other: Waiting, effect: Effect): boolean {
  if (effect.do === 'preview' && other.isStarted) return false;
  return isSame(other.effect, effect);
}

/** Lines to the board may well be the same twice; everything else is asked for once. */
function isSame(one: Effect, other: Effect): boolean {
  return one.do !== 'sendLine' && JSON.stringify(one) === JSON.stringify(other);
}
