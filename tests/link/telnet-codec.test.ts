import fc from 'fast-check';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createLink } from '../../src/link/create-link.js';
import type { LinkEvent } from '../../src/link/link.js';
import { TelnetCodec } from '../../src/link/telnet-codec.js';
import { until } from '../support/until.js';
import { linkContract } from './link-contract.js';

const never = new AbortController().signal;
// What QEMU's `-serial telnet:` greets with: WILL ECHO, WILL SGA, WILL BINARY, DO BINARY.
const QEMU = [255, 251, 1, 255, 251, 3, 255, 251, 0, 255, 253, 0];

/** A telnet server: 255 doubled both ways, its greeting first. */
async function telnetServer(greeting: readonly number[]): Promise<{
  port: number;
  peers: Socket[];
  wire: () => Buffer;
  dispose: () => Promise<void>;
}> {
  const peers: Socket[] = [];
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    peers.push(socket);
    socket.on('error', () => undefined).on('data', (bytes) => heard.push(bytes));
    if (greeting.length > 0) socket.write(Buffer.from(greeting));
  });
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    peers,
    wire: () => Buffer.concat(heard),
    dispose: async () => {
      for (const peer of peers) peer.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function doubled(bytes: Uint8Array): Buffer {
  return Buffer.from(Array.from(bytes).flatMap((byte) => (byte === 255 ? [255, 255] : [byte])));
}

describe('a telnet port that speaks plain bytes', () => {
  linkContract(async () => {
    const { port, peers, wire, dispose } = await telnetServer([]);
    return {
      link: createLink(`telnet:127.0.0.1:${port}`, { baseFolder: '/' }),
      // A lone 255 is told from a command by what follows it; servers double it.
      send: (bytes) =>
        void until(() => peers.length > 0).then(() => peers[0]?.write(doubled(bytes))),
      received: wire,
      unplug: () => void until(() => peers.length > 0).then(() => peers[0]?.destroy()),
      dispose,
    };
  });
});

test('negotiation is answered, taken out, and dumps go through whole', async () => {
  const { port, peers, wire, dispose } = await telnetServer(QEMU);
  const link = createLink(`telnet:127.0.0.1:${port}`, { baseFolder: '/' });
  const events: LinkEvent[] = [];
  link.subscribe((event) => events.push(event));
  const bytes = (): Buffer =>
    Buffer.concat(events.flatMap((event) => (event.type === 'bytes' ? [event.bytes] : [])));
  await link.open(never);
  // DO BINARY, WILL BINARY of our own; DO ECHO, DO SGA to its offers; what was asked is not repeated.
  const answer = [255, 253, 0, 255, 251, 0, 255, 253, 1, 255, 253, 3];
  await until(() => wire().length >= answer.length);
  expect([...wire()]).toEqual(answer);
  const payload = Buffer.from([255, 0, 13, 0, 13, 10, 255, 255, 250, 240, 65]);
  peers[0]?.write(doubled(payload));
  await until(() => bytes().length >= payload.length);
  expect(bytes().equals(payload)).toBe(true);
  await link.write(Buffer.from([1, 255, 13, 2]), never);
  await until(() => wire().length >= answer.length + 5);
  expect([...wire().subarray(answer.length)]).toEqual([1, 255, 255, 13, 2]);
  await link.sendBreak?.(never);
  await until(() => wire().length >= answer.length + 7);
  expect([...wire().subarray(-2)]).toEqual([255, 243]);
  await link.close();
  await dispose();
});

test('a telnet server behind tcp: is named, and a break has no way there', async () => {
  const { port, dispose } = await telnetServer(QEMU);
  const link = createLink(`tcp:127.0.0.1:${port}`, { baseFolder: '/' });
  await link.open(never);
  await until(() => link.warnings?.length === 1);
  const name = `tcp:127.0.0.1:${port}`;
  expect(link.warnings).toEqual([
    `${name} greets as a telnet server: telnet: instead of tcp: reads it`,
  ]);
  await expect(link.sendBreak?.(never)).rejects.toMatchObject({
    code: 'PORT_FAILED',
    message: `${name} cannot send a break`,
    hints: ['telnet:HOST:PORT, where the server speaks it'],
  });
  await link.close();
  await dispose();
});

test('options nobody knows are refused once, subnegotiation is left out', () => {
  const codec = new TelnetCodec();
  const first = codec.take(Uint8Array.of(65, 255, 253, 24, 255, 251, 38, 66));
  expect([...first.data]).toEqual([65, 66]);
  expect([...first.answer]).toEqual([255, 253, 0, 255, 251, 0, 255, 252, 24, 255, 254, 38]);
  const sub = codec.take(Uint8Array.of(255, 250, 24, 1, 255, 255, 7, 255, 240, 67, 255, 241, 68));
  expect(Buffer.from(sub.data).toString()).toBe('CD');
  // The peer will not have binary: a refusal needs no answer, and CR is CR NUL then.
  const refused = codec.take(Uint8Array.of(255, 252, 0, 255, 254, 0, 13, 0, 69));
  expect([...refused.answer]).toEqual([]);
  expect([...refused.data]).toEqual([13, 69]);
  expect([...codec.quote(Uint8Array.of(13, 65, 13, 10))]).toEqual([13, 0, 65, 13, 10]);
});

test('a 255 that a server did not double, as of QEMU, stays data', () => {
  const codec = new TelnetCodec();
  expect([...codec.take(Uint8Array.of(255, 65, 255, 0, 1)).data]).toEqual([255, 65, 255, 0, 1]);
});

test('any bytes and any division give the same data and a bounded answer', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), (chunks) => {
      const whole = new TelnetCodec().take(Buffer.concat(chunks));
      const codec = new TelnetCodec();
      const parts = chunks.map((chunk) => codec.take(chunk));
      expect(Buffer.concat(parts.map(({ data }) => data)).equals(Buffer.from(whole.data))).toBe(
        true,
      );
      const answer = Buffer.concat(parts.map((part) => part.answer));
      expect(answer.equals(Buffer.from(whole.answer))).toBe(true);
      expect(answer.length).toBeLessThanOrEqual(6 + Buffer.concat(chunks).length);
    }),
  );
});
