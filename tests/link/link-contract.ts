import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Link, LinkEvent } from '../../src/link/link.js';
import { until } from '../support/until.js';

/** A link and the other end of it. */
export interface LinkBench {
  readonly link: Link;
  readonly send: (bytes: Uint8Array) => void;
  /** Everything the link has sent so far. */
  readonly received: () => Buffer;
  readonly unplug: () => void;
  readonly dispose: () => Promise<void>;
}

const never = new AbortController().signal;

function record(link: Link): { events: LinkEvent[]; bytes: () => Buffer; types: () => string[] } {
  const events: LinkEvent[] = [];
  link.subscribe((event) => events.push(event));
  return {
    events,
    bytes: () => Buffer.concat(events.flatMap((e) => (e.type === 'bytes' ? [e.bytes] : []))),
    types: () => events.map((event) => event.type).filter((type) => type !== 'bytes'),
  };
}

/** What every link keeps, tried on one kind of it. */
export function linkContract(make: () => Promise<LinkBench>): void {
  const bench = (name: string, body: (bench: LinkBench) => Promise<void>): void =>
    test(name, async () => {
      const made = await make();
      try {
        await body(made);
      } finally {
        await made.link.close();
        await made.dispose();
      }
    });

  bench('bytes go both ways, whole and in order', async ({ link, send, received }) => {
    const seen = record(link);
    await link.open(never);
    const there = randomBytes(100_000);
    const back = randomBytes(100_000);
    const sending = link.write(there, never);
    send(back);
    await sending;
    await until(() => received().length >= there.length && seen.bytes().length >= back.length);
    expect(received().equals(there)).toBe(true);
    expect(seen.bytes().equals(back)).toBe(true);
    expect(seen.types()).toEqual(['open']);
  });

  bench('every subscriber hears everything until it leaves', async ({ link, send }) => {
    const first: LinkEvent[] = [];
    const leave = link.subscribe((event) => first.push(event));
    const second = record(link);
    await link.open(never);
    send(Buffer.from('one'));
    await until(() => second.bytes().toString() === 'one');
    leave();
    send(Buffer.from('two'));
    await until(() => second.bytes().toString() === 'onetwo');
    expect(first.map((event) => event.type)).toEqual(['open', 'bytes']);
  });

  bench('an end that goes away is told once, and the link is done', async (made) => {
    const { link, unplug } = made;
    const seen = record(link);
    await link.open(never);
    unplug();
    await until(() => seen.types().includes('lost'));
    await expect(link.write(Buffer.from('x'), never)).rejects.toMatchObject({
      code: 'LINK_LOST',
      message: `the connection to ${link.name} is gone`,
    });
    await link.close();
    expect(seen.types()).toEqual(['open', 'lost']);
  });

  bench('close can be called at any time and is told once', async ({ link }) => {
    const seen = record(link);
    await link.open(never);
    await Promise.all([link.close(), link.close()]);
    await link.close();
    expect(seen.types()).toEqual(['open', 'closed']);
    await expect(link.write(Buffer.from('x'), never)).rejects.toMatchObject({ code: 'LINK_LOST' });
  });

  bench('a link that was closed is not opened again', async ({ link }) => {
    await link.open(never);
    await link.close();
    await expect(link.open(never)).rejects.toMatchObject({ code: 'LINK_LOST' });
  });

  bench('opening can be cancelled before it starts', async ({ link }) => {
    await expect(link.open(AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  bench('sending can be cancelled', async ({ link }) => {
    await link.open(never);
    await expect(link.write(Buffer.from('x'), AbortSignal.abort())).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
}
