import type { Effect } from './effect.js';

/** Does effects one after the other; each counts as waiting until it is over. */
export class EffectQueue {
  private readonly waiting: Effect[] = [];
  private turn: Promise<void> = Promise.resolve();

  /**
   * Does `work` when everything before it is over. An effect that is asked for again before it was
   * done, by a key held down or pressed twice, is done once.
   */
  add(effect: Effect, work: () => Promise<void>): Promise<void> {
    if (this.waiting.some((other) => isSame(other, effect))) return this.turn;
    this.waiting.push(effect);
    this.turn = this.turn.then(work).finally(() => {
      this.waiting.splice(this.waiting.indexOf(effect), 1);
    });
    return this.turn;
  }
}

/** Lines to the board may well be the same twice; everything else is asked for once. */
function isSame(one: Effect, other: Effect): boolean {
  return one.do !== 'sendLine' && JSON.stringify(one) === JSON.stringify(other);
}
