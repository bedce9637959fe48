import { createServer, type AddressInfo, type Socket } from 'node:net';
import { encodePacket } from '../../src/link/rsp-packet.js';

// eslint-disable-next-line no-control-regex
const REQUEST = /^[+-]*(?:\$([^#]*)#..|(\u0003))/s;

/** A GDB server made of one function from request to answer. */
export interface FakeGdb {
  readonly port: string;
  /** Payloads of the requests, `\x03` for an interrupt. */
  readonly requests: string[];
  /** What came after the last request. */
  readonly leftover: () => string;
  readonly close: () => Promise<void>;
}

export interface FakeGdbOptions {
  /** The payload to answer with, raw bytes to send as they are, or null for silence. */
  readonly answer: (request: string, socket: Socket) => string | Uint8Array | null;
  readonly onConnect?: (socket: Socket) => void;
}

/** Starts one on a free port of this machine. Acknowledges everything. */
export async function fakeGdb({ answer, onConnect }: FakeGdbOptions): Promise<FakeGdb> {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  let pending = '';
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    onConnect?.(socket);
    pending = '';
    socket.on('data', (bytes) => {
      pending += bytes.toString('latin1');
      for (;;) {
        const match = REQUEST.exec(pending);
        if (!match) return;
        pending = pending.slice(match[0].length);
        const request = match[1] ?? match[2] ?? '';
        requests.push(request);
        const said = answer(request, socket);
        if (said === null) continue;
        socket.write(
          typeof said === 'string' ? Buffer.concat([Buffer.from('+'), encodePacket(said)]) : said,
        );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: `tcp:127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    leftover: () => pending,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers like a server with a halted target whose memory byte at N is N modulo 256. */
export function plainGdb(request: string): string {
  if (request.startsWith('qSupported')) return 'PacketSize=400;qXfer:features:read+';
  if (request === '?') return 'S05';
  if (request === '\x03') return 'S02';
  if (request.startsWith('D')) return 'OK';
  const read = /^m([0-9a-f]+),([0-9a-f]+)$/.exec(request);
  if (!read) return '';
  const address = parseInt(read[1] ?? '', 16);
  const bytes = Array.from({ length: parseInt(read[2] ?? '', 16) }, (_, i) => (address + i) & 0xff);
  return Buffer.from(bytes).toString('hex');
}
