import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLink } from '../../src/link/create-link.js';
import type { Link } from '../../src/link/link.js';
import { tempFolders } from '../support/temp-folder.js';
import { until } from '../support/until.js';
import { linkContract, type LinkBench } from './link-contract.js';

const folder = tempFolders('otto-socket-');
const never = new AbortController().signal;

async function serve(address: { port: number; host: string } | { path: string }): Promise<{
  server: Server;
  bench: (link: Link) => LinkBench;
}> {
  const peers: Socket[] = [];
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    peers.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => received.push(bytes));
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  const bench = (link: Link): LinkBench => ({
    link,
    // The server may hear of the connection a moment later than the client.
    send: (bytes) => void until(() => peers.length > 0).then(() => peers[0]!.write(bytes)),
    received: () => Buffer.concat(received),
    unplug: () => void until(() => peers.length > 0).then(() => peers[0]!.destroy()),
    dispose: async () => {
      for (const peer of peers) peer.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return { server, bench };
}

describe('TCP', () => {
  linkContract(async () => {
    const { server, bench } = await serve({ port: 0, host: '127.0.0.1' });
    const { port } = server.address() as AddressInfo;
    return bench(createLink(`tcp:127.0.0.1:${port}`, { baseFolder: '/' }));
  });

  test('a port nobody listens on is refused', async () => {
    const { server } = await serve({ port: 0, host: '127.0.0.1' });
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const link = createLink(`tcp:localhost:${port}`, { baseFolder: '/' });
    await expect(link.open(never)).rejects.toMatchObject({
      code: 'PORT_GONE',
      message: `nothing is listening at tcp:localhost:${port}`,
    });
  });

  test('another machine is refused unless it is allowed', () => {
    expect(() => createLink('tcp:192.0.2.1:23', { baseFolder: '/' })).toThrowError(
      expect.objectContaining({
        code: 'PORT_DENIED',
        message: 'tcp:192.0.2.1:23 is on another machine',
      }),
    );
    createLink('tcp:192.0.2.1:23', { baseFolder: '/', isRemoteAllowed: true });
  });

  test('close does not wait for a peer that reads nothing', async () => {
    const { server, bench } = await serve({ port: 0, host: '127.0.0.1' });
    server.on('connection', (socket) => socket.pause());
    const { port } = server.address() as AddressInfo;
    const made = bench(createLink(`tcp:127.0.0.1:${port}`, { baseFolder: '/' }));
    await made.link.open(never);
    const write = made.link.write(Buffer.alloc(64 * 1024 * 1024), never);
    const outcome = write.catch((error: unknown) => error);
    await made.link.close();
    // Gone to the kernel, or refused: never waiting.
    expect([undefined, expect.objectContaining({ code: 'LINK_LOST' })]).toContainEqual(
      await outcome,
    );
    await made.dispose();
  });
});

describe('unix socket', () => {
  linkContract(async () => {
    const base = folder();
    const { bench } = await serve({ path: join(base, 's.sock') });
    return bench(createLink('unix:s.sock', { baseFolder: base }));
  });

  test('a path without a socket, and one that is no socket, are refused', async () => {
    const base = folder();
    writeFileSync(join(base, 'file'), '');
    await expect(createLink('unix:none', { baseFolder: base }).open(never)).rejects.toMatchObject({
      code: 'PORT_GONE',
      message: 'there is no socket at unix:none',
      hints: [
        'start the program that makes this socket; a relative path starts at the project root',
      ],
    });
    await expect(createLink('unix:file', { baseFolder: base }).open(never)).rejects.toMatchObject({
      code: 'PORT_GONE',
      message: 'nothing is listening at unix:file',
    });
  });
});

test('a port of no known form is refused', () => {
  expect(() => createLink('ttyUSB0', { baseFolder: '/' })).toThrowError(
    expect.objectContaining({ code: 'USAGE', message: '"ttyUSB0" is not a port' }),
  );
});
