import { afterEach, describe, expect, test } from 'vitest';
import { encodePacket } from '../../src/link/rsp-packet.js';
import { createMemorySource } from '../../src/link/create-memory-source.js';
import type { MemorySource } from '../../src/link/memory-source.js';
import { fakeGdb, plainGdb, type FakeGdb, type FakeGdbOptions } from '../support/fake-gdb.js';
import { until } from '../support/until.js';

const never = new AbortController().signal;
const open: FakeGdb[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function connectTo(
  answer: FakeGdbOptions['answer'],
  options: Partial<FakeGdbOptions> & {
    readonly timeoutMs?: number;
    readonly afterRead?: 'running' | 'halted';
  } = {},
): Promise<{ server: FakeGdb; source: MemorySource }> {
  const server = await fakeGdb({ answer, ...options });
  open.push(server);
  const { timeoutMs = 3000, afterRead = 'as-found' } = options;
  const source = createMemorySource(server.port, { baseFolder: '/', timeoutMs, afterRead });
  return { server, source };
}

function expected(address: number, sizeBytes: number): Uint8Array {
  return Uint8Array.from({ length: sizeBytes }, (_, index) => (address + index) & 0xff);
}

describe('reading', () => {
  test('a range longer than a packet is read in parts that fit', async () => {
    const { server, source } = await connectTo(plainGdb);
    await source.open(never);
    const block = await source.read({ address: 0x20000000, sizeBytes: 1500 }, never);
    expect(block.bytes).toEqual(expected(0x20000000, 1500));
    // PacketSize 0x400 leaves room for (1024 - 4) / 2 bytes.
    expect(server.requests.filter((request) => request.startsWith('m'))).toEqual([
      'm20000000,1fe',
      'm200001fe,1fe',
      'm200003fc,1e0',
    ]);
    await source.close();
  });

  test('without a PacketSize 128 bytes are asked for at a time', async () => {
    const { server, source } = await connectTo((request) =>
      request.startsWith('qSupported') ? '' : plainGdb(request),
    );
    await source.open(never);
    await source.read({ address: 0, sizeBytes: 200 }, never);
    expect(server.requests.slice(-2)).toEqual(['m0,80', 'm80,48']);
    await source.close();
  });

  test('short answers are continued', async () => {
    const { source } = await connectTo((request) =>
      request.startsWith('m') ? plainGdb(request).slice(0, 14) : plainGdb(request),
    );
    await source.open(never);
    const block = await source.read({ address: 5, sizeBytes: 100 }, never);
    expect(block.bytes).toEqual(expected(5, 100));
    await source.close();
  });

  test('a server that takes less than it announced is asked for less', async () => {
    const { source } = await connectTo((request) => {
      const size = /^m[0-9a-f]+,([0-9a-f]+)$/.exec(request)?.[1];
      return size !== undefined && parseInt(size, 16) > 200 ? 'E22' : plainGdb(request);
    });
    await source.open(never);
    const block = await source.read({ address: 0, sizeBytes: 1000 }, never);
    expect(block.bytes).toEqual(expected(0, 1000));
    await source.close();
  });

  test('console output and stops in between are passed over', async () => {
    const { source } = await connectTo((request) =>
      request.startsWith('m')
        ? Buffer.concat(['O68690a', 'T05thread:01;', plainGdb(request)].map(encodePacket))
        : plainGdb(request),
    );
    await source.open(never);
    const block = await source.read({ address: 0, sizeBytes: 4 }, never);
    expect(block.bytes).toEqual(expected(0, 4));
    await source.close();
  });

  test('an answer that arrives damaged is asked for again', async () => {
    let isFirst = true;
    const { source } = await connectTo((request, socket) => {
      if (!request.startsWith('m') || !isFirst) return plainGdb(request);
      isFirst = false;
      const answer = plainGdb(request);
      socket.once('data', () => socket.write(encodePacket(answer)));
      return Buffer.from(`+$${answer}#00`);
    });
    await source.open(never);
    expect((await source.read({ address: 0, sizeBytes: 4 }, never)).bytes).toEqual(expected(0, 4));
    await source.close();
  });

  test('memory that cannot be read is named with the answer', async () => {
    const { source } = await connectTo((request) =>
      request.startsWith('m') ? 'E14' : plainGdb(request),
    );
    await source.open(never);
    await expect(source.read({ address: 0x900, sizeBytes: 8 }, never)).rejects.toMatchObject({
      code: 'MEMORY_UNREADABLE',
      message: `${source.name} does not read target memory`,
      why: 'asked to read 8 bytes at 0x900, the server answered E14',
    });
    await source.close();
  });
});

describe('leaving the target as it was found', () => {
  const stopped = (reply: string) => (request: string) =>
    request === '?' ? reply : plainGdb(request);

  test.each([
    ['stopped by us (SIGINT)', 'T02thread:01;', true],
    ['stopped at a breakpoint', 'T05thread:01;', false],
  ])('%s', async (_name, reply, wasRunning) => {
    const { server, source } = await connectTo(stopped(reply));
    await source.open(never);
    expect(source.wasRunning).toBe(wasRunning);
    await source.close();
    expect(server.requests.includes('D')).toBe(wasRunning);
  });

  test('a stop told right after connecting means it was running', async () => {
    const { server, source } = await connectTo(stopped('T05'), {
      onConnect: (socket) => socket.write(encodePacket('T02thread:01;')),
    });
    await source.open(never);
    expect(source.wasRunning).toBe(true);
    await source.close();
    expect(server.requests.at(-1)).toBe('D');
  });

  test('a running target is interrupted, and resumed', async () => {
    const { server, source } = await connectTo((request) =>
      request === '?' ? null : plainGdb(request),
    );
    await source.open(never);
    expect(source.wasRunning).toBe(true);
    await source.close();
    expect(server.requests).toEqual(['qSupported', '?', '\x03', 'D']);
  });

  test('where a plain detach is refused the process is named', async () => {
    const { server, source } = await connectTo((request) =>
      request === 'D' ? 'E22' : stopped('T02')(request),
    );
    await source.open(never);
    await source.close();
    expect(server.requests.slice(-2)).toEqual(['D', 'D;1']);
    expect(source.warnings).toEqual([]);
  });

  test('a target that cannot be resumed is a warning', async () => {
    const { source } = await connectTo((request) =>
      request.startsWith('D') ? 'E01' : stopped('T02')(request),
    );
    await source.open(never);
    await source.close();
    expect(source.warnings).toEqual([`${source.name}: the target may still be halted`]);
  });

  test.each([
    ['running', 'T05', true],
    ['halted', 'T02', false],
  ] as const)('a profile may want it %s instead', async (afterRead, reply, isResumed) => {
    const { server, source } = await connectTo(stopped(reply), { afterRead });
    await source.open(never);
    await source.close();
    expect(server.requests.includes('D')).toBe(isResumed);
  });

  test('cancelled during a read, it is resumed all the same', async () => {
    const stop = new AbortController();
    const { server, source } = await connectTo((request) => {
      if (!request.startsWith('m')) return stopped('T02')(request);
      stop.abort();
      return null;
    });
    await source.open(stop.signal);
    await expect(source.read({ address: 0, sizeBytes: 4 }, stop.signal)).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    await source.close();
    expect(server.requests.at(-1)).toBe('D');
  });

  test.each(['qSupported', '?'])('cancelled at %s, it is resumed all the same', async (at) => {
    const stop = new AbortController();
    let isFirst = true;
    const { server, source } = await connectTo((request) => {
      if (request !== at || !isFirst) return stopped('T02')(request);
      isFirst = false;
      stop.abort();
      return null;
    });
    await expect(source.open(stop.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(server.requests.at(-1)).toBe('D');
  });
});

describe('setting the target free', () => {
  test('an answer that comes late is not taken for that to the next request', async () => {
    const stop = new AbortController();
    const { server, source } = await connectTo((request, socket) => {
      if (request === 'qSupported') {
        stop.abort();
        // Both answers at once, as when the first one was on its way.
        socket.once('data', () =>
          socket.write(Buffer.concat(['PacketSize=400', 'T02thread:01;'].map(encodePacket))),
        );
        return null;
      }
      return request === '?' ? null : plainGdb(request);
    });
    await expect(source.open(stop.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(server.requests).toEqual(['qSupported', '?', 'D']);
  });

  test('nothing follows the detach: QEMU would stop the target again', async () => {
    const { server, source } = await connectTo((request) => {
      if (request === '?') return 'T02';
      if (request !== 'D') return plainGdb(request);
      return Buffer.concat([Buffer.from('+'), encodePacket('T05'), encodePacket('OK')]);
    });
    await source.open(never);
    await source.close();
    expect(server.requests.at(-1)).toBe('D');
    expect(server.leftover()).toBe('');
  });
});

describe('servers that are none, or no good', () => {
  test('one that takes the connection and says nothing', async () => {
    const { server, source } = await connectTo(() => null, { timeoutMs: 50 });
    await expect(source.open(never)).rejects.toMatchObject({
      code: 'NO_ANSWER',
      message: `${server.port} takes the connection but does not answer`,
      why: 'no answer to qSupported within 50 ms; a GDB server talks to one client at a time',
    });
    // Nothing is done to a target that may be somebody else's.
    expect(server.requests).toEqual(['qSupported']);
  });

  test('one that talks without end', async () => {
    const { source } = await connectTo(() => Buffer.alloc(200_000, 'hello '));
    await expect(source.open(never)).rejects.toMatchObject({ code: 'GDB_REFUSED' });
  });

  test('one without a process', async () => {
    const { server, source } = await connectTo((request) =>
      request === '?' ? 'OK' : plainGdb(request),
    );
    await expect(source.open(never)).rejects.toMatchObject({
      code: 'GDB_REFUSED',
      message: `${server.port} has no halted target`,
      why: 'asked why the target stands still, the server answered OK',
    });
  });

  test('one whose target ends', async () => {
    const { source } = await connectTo((request) =>
      request.startsWith('m') ? 'W00' : plainGdb(request),
    );
    await source.open(never);
    await expect(source.read({ address: 0, sizeBytes: 4 }, never)).rejects.toMatchObject({
      code: 'LINK_LOST',
      why: 'the target has ended (W00)',
    });
    await source.close();
  });

  test('one that hangs up', async () => {
    const { source } = await connectTo((request, socket) => {
      if (!request.startsWith('m')) return plainGdb(request);
      socket.destroy();
      return null;
    });
    await source.open(never);
    await expect(source.read({ address: 0, sizeBytes: 4 }, never)).rejects.toMatchObject({
      code: 'LINK_LOST',
    });
    await source.close();
    await expect(source.read({ address: 0, sizeBytes: 4 }, never)).rejects.toMatchObject({
      code: 'LINK_LOST',
    });
  });

  test.each([
    ['more bytes than asked for', '00'.repeat(500)],
    ['half a byte', '012'],
    ['no hex at all', 'zz'],
    ['nothing', ''],
    ['a dotted error with controls', 'E.\u001b[31mno'],
  ])('one that answers a read with %s', async (_name, answer) => {
    const { source } = await connectTo((request) =>
      request.startsWith('m') ? answer : plainGdb(request),
    );
    await source.open(never);
    const error: unknown = await source
      .read({ address: 0, sizeBytes: 4 }, never)
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'MEMORY_UNREADABLE' });
    expect((error as { why: string }).why).not.toContain('\u001b');
    await source.close();
  });

  test('one that refuses every request as damaged', async () => {
    const { source } = await connectTo((request) =>
      request.startsWith('m') ? Buffer.from('-') : plainGdb(request),
    );
    await source.open(never);
    await expect(source.read({ address: 0, sizeBytes: 4 }, never)).rejects.toMatchObject({
      code: 'GDB_REFUSED',
      why: 'the server sent that our request arrived damaged, repeatedly',
    });
    await source.close();
  });
});

test('zeros are written in parts, and a refusal is told', async () => {
  const written: string[] = [];
  const { source } = await connectTo((request) => {
    if (!request.startsWith('M')) return plainGdb(request);
    written.push(request);
    return written.length < 3 ? 'OK' : 'E01';
  });
  await source.open(never);
  await source.write({ address: 0x10, bytes: new Uint8Array(130) }, never);
  expect(written).toEqual([`M10,80:${'00'.repeat(128)}`, 'M90,2:0000']);
  await expect(
    source.write({ address: 0x10, bytes: new Uint8Array(1) }, never),
  ).rejects.toMatchObject({
    code: 'MEMORY_UNREADABLE',
    why: 'asked to write 1 bytes at 0x10, the server answered E01',
  });
  await source.close();
});

test('a server that is started first is awaited, and ended afterwards', async () => {
  const server = await fakeGdb({ answer: plainGdb });
  open.push(server);
  const source = createMemorySource(server.port, {
    baseFolder: '/',
    server: 'echo ready; exec sleep 100',
  });
  await source.open(never);
  expect((await source.read({ address: 1, sizeBytes: 2 }, never)).bytes).toEqual(expected(1, 2));
  await source.close();
});

test('a server that ends at once is reported with what it said', async () => {
  const source = createMemorySource('tcp:127.0.0.1:1', {
    baseFolder: '/',
    server: 'echo "no probe found" >&2; exit 1',
  });
  await expect(source.open(never)).rejects.toMatchObject({
    code: 'PROGRAM_FAILED',
    message: 'the debug server ended before it listened',
    why: 'echo "no probe found" >&2; exit 1: no probe found',
  });
});

test('what holds the only place at a server is looked up', async () => {
  const server = await fakeGdb({ answer: () => null });
  open.push(server);
  const port = server.port.split(':')[2]!;
  const { spawn } = await import('node:child_process');
  const rival = spawn(process.execPath, [
    '-e',
    `require('node:net').connect(${port}, '127.0.0.1', () => console.log('in'))`,
  ]);
  await new Promise((resolve) => rival.stdout.once('data', resolve));
  try {
    const source = createMemorySource(server.port, { baseFolder: '/', timeoutMs: 50 });
    const error: unknown = await source.open(never).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      hints: [
        `node (pid ${rival.pid}) is connected`,
        'leave any other debugger with `detach` or `disconnect`, then try again',
      ],
    });
  } finally {
    rival.kill('SIGKILL');
    await until(() => rival.signalCode !== null);
  }
});
