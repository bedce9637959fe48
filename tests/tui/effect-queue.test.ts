import { describe, expect, it } from 'vitest';
import { EffectQueue } from '../../tui/effect-queue.js';

/** A promise and the function that ends it. */
function gate(): { readonly open: () => void; readonly passed: Promise<void> } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

describe('EffectQueue', () => {
  it('does an action once that is asked for again while it runs', async () => {
    const queue = new EffectQueue();
    const first = gate();
    const done: string[] = [];
    const running = queue.add({ do: 'commit' }, async () => {
      await first.passed;
      done.push('first');
    });
    await Promise.resolve();
    const again = queue.add({ do: 'commit' }, async () => {
      done.push('second');
      return Promise.resolve();
    });
    first.open();
    await Promise.all([running, again]);
    expect(done).toEqual(['first']);
  });

  it('makes a new preview when the form changed during one', async () => {
    const queue = new EffectQueue();
    const first = gate();
    const seen: string[] = [];
    let form = 'old';
    const preview = async (): Promise<void> => {
      seen.push(form);
      await first.passed;
    };
    void queue.add({ do: 'preview' }, preview);
    await Promise.resolve();
    await Promise.resolve();
    form = 'new';
    void queue.add({ do: 'preview' }, preview);
    const last = queue.add({ do: 'preview' }, preview);
    first.open();
    await last;
    expect(seen).toEqual(['old', 'new']);
  });
});
