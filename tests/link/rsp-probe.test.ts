import { afterEach, describe, expect, test } from 'vitest';
import {
  createMemorySource,
  type MemorySourceOptions,
} from '../../src/link/create-memory-source.js';
import type { MemorySource } from '../../src/link/memory-source.js';
import { encodePacket } from '../../src/link/rsp-packet.js';
import { fakeGdb, plainGdb, type FakeGdb } from '../support/fake-gdb.js';

const never = new AbortController().signal;
const open: FakeGdb[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
const SCAN = `qRcmd,${hex('swdp_scan')}`;
const FOUND = 'Available Targets:\nNo. Att Driver\n 1      STM32F4xx\n';

/**
 * Answers as the Black Magic Probe's source does: nothing is attached until `vAttach`, reads of over
 * 512 bytes are refused, what a monitor command prints comes as `O` packets before its `OK`.
 */
async function probe(
  options: Partial<MemorySourceOptions>,
  { hasTarget = true } = {},
): Promise<{ server: FakeGdb; source: MemorySource }> {
  let isAttached = false;
  const server = await fakeGdb({
    answer: (request) => {
      if (request === '?') return isAttached ? 'T05' : 'W00';
      if (request === SCAN) {
        const printed = hasTarget ? FOUND : 'SW-DP scan failed!\n';
        const packets = [`O${hex(printed)}`, hasTarget ? 'OK' : 'E01'].map(encodePacket);
        return Buffer.concat([Buffer.from('+'), ...packets]);
      }
      if (request === 'vAttach;1') {
        isAttached = true;
        return 'T05thread:1;';
      }
      if (request === 'D') isAttached = false;
      const size = /^m[0-9a-f]+,([0-9a-f]+)$/.exec(request)?.[1];
      if (size !== undefined && parseInt(size, 16) > 512) return 'E02';
      return plainGdb(request);
    },
  });
  open.push(server);
  return { server, source: createMemorySource(server.port, { baseFolder: '/', ...options }) };
}

describe('a Black Magic Probe', () => {
  test('scans, attaches, reads, and sets the target running again', async () => {
    const { server, source } = await probe({ monitor: ['swdp_scan'], attach: 1 });
    await source.open(never);
    expect(source.wasRunning).toBe(true);
    const { bytes } = await source.read({ address: 0x20000001, sizeBytes: 3 }, never);
    expect([...bytes]).toEqual([1, 2, 3]);
    await source.close();
    expect(server.requests).toEqual(['qSupported', SCAN, 'vAttach;1', '?', 'm20000001,3', 'D']);
    expect(source.warnings).toEqual([]);
  });

  test('that was not told what to attach to says how', async () => {
    const { source } = await probe({});
    await expect(source.open(never)).rejects.toMatchObject({
      code: 'GDB_REFUSED',
      message: `${source.name} has no halted target`,
      why: 'asked why the target stands still, the server answered W00',
      hints: [
        'a Black Magic Probe is told what to attach to: monitor = ["swdp_scan"], attach = 1 in [memory]',
      ],
    });
  });

  test('that finds nothing is quoted', async () => {
    const { source } = await probe({ monitor: ['swdp_scan'], attach: 1 }, { hasTarget: false });
    await expect(source.open(never)).rejects.toMatchObject({
      code: 'GDB_REFUSED',
      message: `${source.name} refuses "monitor swdp_scan"`,
      why: 'the server answered E01: SW-DP scan failed!',
    });
  });

  test('that does not attach', async () => {
    const { source } = await probe({ monitor: ['swdp_scan'], attach: 2 });
    await expect(source.open(never)).rejects.toMatchObject({
      code: 'GDB_REFUSED',
      message: `${source.name} does not attach to target 2`,
      why: 'it answered nothing (not supported)',
    });
  });
});
