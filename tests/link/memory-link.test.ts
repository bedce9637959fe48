import { describe, expect, test } from 'vitest';
import { MemoryLink } from '../../src/link/memory-link.js';
import { linkContract } from './link-contract.js';

describe('MemoryLink', () => {
  linkContract(() => {
    const link = new MemoryLink();
    const received: Uint8Array[] = [];
    link.far.onBytes = (bytes) => void received.push(bytes);
    return Promise.resolve({
      link,
      send: link.far.send,
      received: () => Buffer.concat(received),
      unplug: () => link.far.unplug(),
      dispose: () => Promise.resolve(),
    });
  });

  test('a write waits while the board takes nothing', async () => {
    const link = new MemoryLink();
    const received: Uint8Array[] = [];
    link.far.onBytes = (bytes) => void received.push(bytes);
    const stop = new AbortController();
    await link.open(stop.signal);
    link.far.stall(true);
    const cancelled = link.write(Buffer.from('a'), stop.signal);
    stop.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    const kept = link.write(Buffer.from('b'), new AbortController().signal);
    link.far.stall(false);
    await kept;
    expect(Buffer.concat(received).toString()).toBe('b');
  });
});
