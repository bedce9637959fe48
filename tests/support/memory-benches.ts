import { writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createMemorySource } from '../../src/link/create-memory-source.js';
import { GdbDoor } from '../../src/link/gdb-door.js';
import { MemoryLink } from '../../src/link/memory-link.js';
import type { MemorySource } from '../../src/link/memory-source.js';
import { SocketLink } from '../../src/link/socket-link.js';
import { TclClient } from '../../src/link/tcl-client.js';
import { answerAsGdb, miTarget } from './fake-mi.js';
import { fakeGdb, type FakeGdb } from './fake-gdb.js';
import { startOpenOcd } from './openocd.js';
import { until } from './until.js';

export const BENCH_START = 0x20000000;
export const BENCH_BYTES = 0x4000;
const SHORT_MS = 250;

/** A target whose byte at N is N modulo 256, behind one way of reading it. */
export interface MemoryBench {
  readonly source: (timeoutMs?: number) => MemorySource;
  /** Null where the way has nothing to do with whether the target runs. */
  readonly isRunning: (() => Promise<boolean>) | null;
  readonly setRunning: (isRunning: boolean) => Promise<void>;
  /** Requests are taken and not answered, or are again; null where nobody is asked. */
  readonly stall: ((isStalled: boolean) => void) | null;
  readonly close: () => Promise<void>;
}

export interface BenchKind {
  readonly name: string;
  readonly tools: readonly string[];
  readonly start: (folder: string) => Promise<MemoryBench>;
  /** Code of a read outside of the memory. */
  readonly unreadable: 'MEMORY_UNREADABLE' | 'NO_ANSWER';
}

/** The bytes the target has in a range, or null when it does not have all of them. */
export function benchBytes(address: number, sizeBytes: number): Uint8Array | null {
  const isInside = address >= BENCH_START && address + sizeBytes <= BENCH_START + BENCH_BYTES;
  if (!isInside) return null;
  return Uint8Array.from({ length: sizeBytes }, (_, index) => (address + index) & 0xff);
}

const never = new AbortController().signal;

/** Every way to read memory there is. */
export const BENCH_KINDS: readonly BenchKind[] = [
  { name: 'RAM image', tools: [], start: ramBench, unreadable: 'MEMORY_UNREADABLE' },
  { name: 'GDB server over TCP', tools: [], start: tcpBench, unreadable: 'MEMORY_UNREADABLE' },
  {
    name: 'GDB server over a serial port',
    tools: ['socat'],
    start: serialBench,
    unreadable: 'MEMORY_UNREADABLE',
  },
  {
    name: 'GDB server of a real OpenOCD on a simulated chip',
    tools: ['openocd'],
    start: (folder) => openOcdBench(folder, 'gdb', ''),
    unreadable: 'MEMORY_UNREADABLE',
  },
  { name: "the tester's gdb", tools: [], start: miBench, unreadable: 'MEMORY_UNREADABLE' },
  {
    name: 'Tcl port of a real OpenOCD on a simulated chip',
    tools: ['openocd'],
    start: (folder) => openOcdBench(folder, 'tcl', ''),
    unreadable: 'MEMORY_UNREADABLE',
  },
  {
    name: 'Tcl port of a real OpenOCD without read_memory',
    tools: ['openocd'],
    start: (folder) => openOcdBench(folder, 'tcl', 'rename read_memory {}'),
    unreadable: 'MEMORY_UNREADABLE',
  },
  { name: 'pasted lines', tools: [], start: pasteBench, unreadable: 'NO_ANSWER' },
];

function ramBench(folder: string): Promise<MemoryBench> {
  const half = BENCH_BYTES / 2;
  writeFileSync(join(folder, 'low.bin'), benchBytes(BENCH_START, half) ?? '');
  writeFileSync(join(folder, 'high.bin'), benchBytes(BENCH_START + half, half) ?? '');
  const spec = `ram:low.bin@${BENCH_START},high.bin@0x${(BENCH_START + half).toString(16)}`;
  return Promise.resolve({
    source: () => createMemorySource(spec, { baseFolder: folder }),
    isRunning: null,
    setRunning: () => Promise.resolve(),
    stall: null,
    close: () => Promise.resolve(),
  });
}

/** A server that halts its target on connecting, as most do. */
async function gdbServer(): Promise<{ server: FakeGdb; target: Target }> {
  const target: Target = { isRunning: false, wasRunning: false, isStalled: false };
  const server = await fakeGdb({
    onConnect: () => {
      target.wasRunning = target.isRunning;
      target.isRunning = false;
    },
    answer: (request) => {
      const [, place = '', size = ''] = /^m([0-9a-f]+),([0-9a-f]+)$/.exec(request) ?? [];
      if (place !== '') {
        if (target.isStalled) return null;
        const bytes = benchBytes(parseInt(place, 16), parseInt(size, 16));
        return bytes ? Buffer.from(bytes).toString('hex') : 'E14';
      }
      if (request.startsWith('qSupported')) return 'PacketSize=400';
      if (request === '?') {
        target.isRunning = false;
        return target.wasRunning ? 'T02thread:01;' : 'T05thread:01;';
      }
      if (request !== 'D') return '';
      target.isRunning = true;
      return 'OK';
    },
  });
  return { server, target };
}

interface Target {
  isRunning: boolean;
  wasRunning: boolean;
  isStalled: boolean;
}

function gdbBench(
  target: Target,
  source: MemoryBench['source'],
  close: () => Promise<void>,
): MemoryBench {
  return {
    source,
    isRunning: () => Promise.resolve(target.isRunning),
    setRunning: (isRunning) => {
      target.isRunning = isRunning;
      return Promise.resolve();
    },
    stall: (isStalled) => (target.isStalled = isStalled),
    close,
  };
}

async function tcpBench(): Promise<MemoryBench> {
  const { server, target } = await gdbServer();
  const source = (timeoutMs = 5000): MemorySource =>
    createMemorySource(server.port, { baseFolder: '/', timeoutMs });
  return gdbBench(target, source, server.close);
}

/** Each connection is a socat of its own: a serial port has one, and it does not end. */
async function serialBench(folder: string): Promise<MemoryBench> {
  const { server, target } = await gdbServer();
  const node = join(folder, 'tty');
  const socat = spawn('socat', [
    `pty,raw,echo=0,link=${node}`,
    `tcp:${server.port.slice('tcp:'.length)}`,
  ]);
  const gone = new Promise<void>((resolve) => socat.once('exit', () => resolve()));
  await until(() => existsSync(node), 'the serial port is there');
  const source = (timeoutMs = 5000): MemorySource =>
    createMemorySource(`serial:${node}`, { baseFolder: '/', timeoutMs });
  const bench = gdbBench(target, source, async () => {
    socat.kill('SIGKILL');
    await gone;
    await server.close();
  });
  return {
    ...bench,
    // The line is up all the time, so opening it halts nothing: the server says so when asked.
    setRunning: async (isRunning) => {
      await bench.setRunning(isRunning);
      target.wasRunning = isRunning;
    },
  };
}

function miBench(): Promise<MemoryBench> {
  const target = miTarget(benchBytes);
  const make = (): MemoryLink => {
    const link = new MemoryLink('mi:');
    answerAsGdb(link, target);
    return link;
  };
  return Promise.resolve({
    source: (timeoutMs = 5000) =>
      createMemorySource('mi:', { baseFolder: '/', timeoutMs, door: new GdbDoor('mi:', make) }),
    isRunning: () => Promise.resolve(target.isRunning),
    setRunning: (isRunning) => {
      target.isRunning = isRunning;
      return Promise.resolve();
    },
    stall: (isStalled) => (target.isStalled = isStalled),
    close: () => Promise.resolve(),
  });
}

async function openOcdBench(
  _folder: string,
  way: 'gdb' | 'tcl',
  commands: string,
): Promise<MemoryBench> {
  const bytes = benchBytes(BENCH_START, BENCH_BYTES) ?? new Uint8Array();
  const server = await startOpenOcd({ address: BENCH_START, bytes }, commands);
  const { tclPort, gdbPort } = server;
  const ask = async (command: string): Promise<string> => {
    const link = new SocketLink('state', { host: '127.0.0.1', port: tclPort });
    await link.open(never);
    const { text } = await new TclClient(link).run(command, { signal: never, timeoutMs: 5000 });
    await link.close();
    return text;
  };
  const spec = way === 'gdb' ? `tcp:127.0.0.1:${gdbPort}` : `openocd:127.0.0.1:${tclPort}`;
  return {
    source: (timeoutMs = 5000) => createMemorySource(spec, { baseFolder: '/', timeoutMs }),
    // This chip has no core: OpenOCD's GDB port halts and resumes nothing.
    isRunning:
      way === 'gdb' ? null : async () => (await ask('[target current] curstate')) === 'running',
    setRunning: async (isRunning) => {
      await ask(isRunning ? 'resume' : 'halt');
    },
    stall: server.stall,
    close: server.stop,
  };
}

/** A tester who pastes at once; their debugger saves only what it can read. */
function pasteBench(folder: string): Promise<MemoryBench> {
  let isStalled = false;
  const instruct = (lines: readonly string[]): void => {
    for (const line of isStalled ? [] : lines) {
      const [, file = '', start = '', end = ''] =
        /^dump binary memory (\S+) (\S+) (\S+)$/.exec(line) ?? [];
      const bytes = file === '' ? null : benchBytes(Number(start), Number(end) - Number(start));
      if (bytes) writeFileSync(file, bytes);
    }
  };
  return Promise.resolve({
    source: (timeoutMs = 5000) =>
      createMemorySource(`paste:gdb:${folder}`, {
        baseFolder: '/',
        instruct,
        testerTimeoutMs: timeoutMs === 5000 ? 4 * SHORT_MS : timeoutMs,
      }),
    isRunning: null,
    setRunning: () => Promise.resolve(),
    stall: (stalled) => (isStalled = stalled),
    close: () => Promise.resolve(),
  });
}
