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

type Life = Pick<LinkBench, 'link' | 'dispose'>;

function benchOf<Made extends Life>(
  make: () => Promise<Made>,
): (name: string, body: (made: Made) => Promise<void>) => void {
  return (name, body) =>
    test(name, async () => {
      const made = await make();
      try {
        await body(made);
      } finally {
        await made.link.close();
        await made.dispose();
      }
    });
}

/** What every link keeps, also one whose other end cannot be played. */
export function linkLife(make: () => Promise<Life>): void {
  const bench = benchOf(make);

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

  bench('opening twice is refused and does not disturb the first', async ({ link }) => {
    const seen = record(link);
    await link.open(never);
    await expect(link.open(never)).rejects.toMatchObject({
      code: 'LINK_LOST',
      why: 'it was open before',
    });
    expect(seen.types()).toEqual(['open']);
  });

  bench('cancelling while it opens ends it, or comes too late', async ({ link }) => {
    const seen = record(link);
    const stop = new AbortController();
    const opening = link.open(stop.signal).then(
      () => 'open',
      (error: { code: string }) => error.code,
    );
    stop.abort();
    const outcome = await opening;
    expect(['open', 'CANCELLED']).toContain(outcome);
    await link.close();
    expect(seen.types()).toEqual(outcome === 'open' ? ['open', 'closed'] : ['closed']);
  });

  bench('closing while it opens leaves nothing open', async ({ link }) => {
    const seen = record(link);
    const opening = link.open(never).catch((error: unknown) => error);
    await link.close();
    await opening;
    // Opened in time or not: it ends closed, and nothing follows.
    expect(seen.types().at(-1)).toBe('closed');
    await expect(link.write(Buffer.from('x'), never)).rejects.toMatchObject({ code: 'LINK_LOST' });
  });

  bench('nothing is told after closing', async ({ link }) => {
    await link.open(never);
    await link.close();
    const late = record(link);
    await link.close();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(late.events).toEqual([]);
  });
}

/** What every link with two ends keeps, tried on one kind of it. */
export function linkContract(make: () => Promise<LinkBench>): void {
  linkLife(make);
  const bench = benchOf(make);

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

  bench('bytes survive any division into writes and chunks', async (made) => {
    const { link, send, received } = made;
    const seen = record(link);
    await link.open(never);
    const there = Buffer.concat([Buffer.from([0, 255, 13, 10, 17, 19, 4, 26]), randomBytes(3_000)]);
    for (let at = 0, size = 1; at < there.length; at += size, size = (size * 3) % 257 || 1) {
      await link.write(there.subarray(at, at + size), never);
    }
    // The first alone: by then both ends know of each other.
    send(there.subarray(0, 1));
    await until(() => seen.bytes().length === 1);
    for (let at = 1, size = 1; at < there.length; at += size, size = (size * 3) % 257 || 1) {
      send(there.subarray(at, at + size));
    }
    await until(() => received().length >= there.length && seen.bytes().length >= there.length);
    expect(received().equals(there)).toBe(true);
    expect(seen.bytes().equals(there)).toBe(true);
  });

  bench('an end that goes away while bytes are sent ends the write', async (made) => {
    const { link, send, unplug } = made;
    const seen = record(link);
    await link.open(never);
    // Both ends know of each other before one goes away.
    send(Buffer.from('x'));
    await until(() => seen.bytes().length === 1);
    const write = link.write(Buffer.alloc(32 * 1024 * 1024), never).then(
      () => 'handed on',
      (error: { code: string }) => error.code,
    );
    unplug();
    expect(['handed on', 'LINK_LOST']).toContain(await write);
    await until(() => seen.types().includes('lost'));
    expect(seen.types()).toEqual(['open', 'lost']);
  });

  bench('a write that waits can be cancelled and holds nobody up', async (made) => {
    const { link } = made;
    await link.open(never);
    const stop = new AbortController();
    const write = link.write(Buffer.alloc(32 * 1024 * 1024), stop.signal).then(
      () => 'handed on',
      (error: { code: string }) => error.code,
    );
    stop.abort();
    expect(['handed on', 'CANCELLED']).toContain(await write);
    await link.close();
  });
}
