import { describe, expect, test } from 'vitest';
import { createLink } from '../../src/link/create-link.js';
import type { LinkEvent } from '../../src/link/link.js';
import { tempFolders } from '../support/temp-folder.js';
import { until } from '../support/until.js';
import { linkContract } from './link-contract.js';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';

const folder = tempFolders('otto-exec-');
const never = new AbortController().signal;

/** A program that carries bytes between its own input and output and a unix socket. */
const BRIDGE = `const s = require('node:net').connect(process.argv[1]);
  process.stdin.pipe(s); s.pipe(process.stdout); s.on('close', () => process.exit(3));`;

describe('ExecLink', () => {
  linkContract(async () => {
    const base = folder();
    const path = join(base, 's');
    const received: Buffer[] = [];
    let peer: Socket | undefined;
    const server = createServer((socket) => {
      peer = socket;
      socket.on('error', () => undefined).on('data', (bytes) => received.push(bytes));
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const node = `"${process.execPath}" -e "${BRIDGE.replaceAll('\n', ' ')}" "${path}"`;
    return {
      link: createLink(`exec:${node}`, { baseFolder: base }),
      send: (bytes) => void until(() => peer !== undefined).then(() => peer?.write(bytes)),
      received: () => Buffer.concat(received),
      unplug: () => void until(() => peer !== undefined).then(() => peer?.destroy()),
      dispose: () => {
        peer?.destroy();
        return new Promise<void>((resolve) => void server.close(() => resolve()));
      },
    };
  });

  test('what a failing program said is in the reason', async () => {
    const link = createLink('exec:echo "no such board" >&2; exit 7', { baseFolder: '/' });
    const events: LinkEvent[] = [];
    link.subscribe((event) => events.push(event));
    await link.open(never);
    await until(() => events.length === 2);
    expect(events[1]).toMatchObject({
      type: 'lost',
      error: { code: 'LINK_LOST', why: 'the program ended with exit code 7: no such board' },
    });
  });

  test('closing ends everything the command started', async () => {
    const base = folder();
    const link = createLink('exec:(trap "" TERM; sleep 100 & echo $! > pid; echo up; wait) | cat', {
      baseFolder: base,
    });
    let printed = '';
    link.subscribe((event) => {
      if (event.type === 'bytes') printed += Buffer.from(event.bytes).toString();
    });
    await link.open(never);
    await until(() => printed === 'up\n');
    const pid = Number(readFileSync(join(base, 'pid'), 'utf8'));
    expect(isAlive(pid)).toBe(true);
    await link.close();
    await until(() => !isAlive(pid));
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A child nobody waited for yet is still listed.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
