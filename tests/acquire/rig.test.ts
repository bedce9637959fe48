import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fetchDump } from '../../src/acquire/fetch-dump.js';
import type { FetchResult } from '../../src/acquire/fetch-result.js';
import { snapshotMemory } from '../../src/acquire/snapshot-memory.js';
import { subtractBaseline } from '../../src/acquire/subtract-baseline.js';
import { zeroBoard } from '../../src/acquire/zero-board.js';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { readData } from '../../src/gcov/read-data.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { createLink } from '../../src/link/create-link.js';
import { createMemorySource } from '../../src/link/create-memory-source.js';
import type { Link } from '../../src/link/link.js';
import { firmwareElf, firmwareWant, FIRMWARE } from '../support/firmware.js';
import { onlyWith } from '../support/real-tools.js';
import { startRig, type Rig } from '../support/rig.js';
import { tempFolders } from '../support/temp-folder.js';
import { until } from '../support/until.js';

const folder = tempFolders('otto-rig-');
const never = new AbortController().signal;
const plan = planCounters(firmwareElf('own'), 'rig.elf');
const run = promisify(execFile);

onlyWith('qemu-system-arm')('the board rig', () => {
  let rig: Rig;
  let link: Link;
  let text = '';

  beforeEach(async () => {
    rig = await startRig(folder());
    text = '';
    link = createLink(rig.serial, { baseFolder: '/' });
    link.subscribe((event) => {
      if (event.type === 'bytes') text += Buffer.from(event.bytes).toString('latin1');
    });
    await link.open(never);
    // What was printed before the console was opened is gone, and so may be what was typed before
    // the firmware listened: ask for something until it is answered.
    for (let waitedMs = 0; !text.endsWith('?\r\nrig> '); waitedMs += 10) {
      if (waitedMs % 1000 === 0) await link.write(Buffer.from('q\r'), never);
      if (waitedMs > 15_000) throw new Error(`the rig does not answer: ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  afterEach(async () => {
    await link.close();
    await rig.stop();
  });

  const dump = (command: string): Promise<FetchResult> =>
    fetchDump(
      link,
      { command, protocol: 'auto', idleTimeoutMs: 5000, timeoutMs: 20_000, attempts: 2 },
      { signal: never, rawFile: join(folder(), 'raw'), newline: '\r', prompt: 'rig> ', plan },
    );
  const snapshot = (signal = never): Promise<FetchResult> =>
    snapshotMemory(createMemorySource(rig.gdb, { baseFolder: '/' }), plan, {
      signal,
      rawFile: join(folder(), 'raw'),
    });
  const type = async (line: string): Promise<string> => {
    text = '';
    await link.write(Buffer.from(`${line}\r`), never);
    await until(() => text.endsWith('rig> '), `the console answers ${line}`);
    return text;
  };
  const counts = ({ objects }: FetchResult): Map<string, unknown> =>
    new Map(
      objects.map(({ path, bytes }) => [
        path,
        readData(bytes, path).functions.map((entry) => entry?.counters.map(({ values }) => values)),
      ]),
    );

  test('console and GDB stub give the same counts, and the console answers afterwards', async () => {
    const first = await snapshot();
    for (const { path, bytes, status } of first.objects) {
      expect(status).toBe('ok');
      expect(Buffer.compare(bytes, firmwareWant('own', path))).toBe(0);
    }
    expect(await type('x')).toBe('x\r\nran\r\nrig> ');
    const viaConsole = await dump('n');
    const viaZephyr = await dump('z');
    const viaGdb = await snapshot();
    expect(counts(viaConsole)).toEqual(counts(viaGdb));
    expect(counts(viaZephyr)).toEqual(counts(viaGdb));
    expect(counts(viaGdb)).not.toEqual(counts(first));
    expect(viaGdb.warnings).toEqual([]);
    expect(await type('x')).toBe('x\r\nran\r\nrig> ');
  });

  test('a snapshot cancelled at any moment leaves the target running', async () => {
    for (const afterMs of [0, 1, 2, 4, 8, 16]) {
      const stop = new AbortController();
      const outcome = snapshot(stop.signal).catch((error: unknown) => error);
      setTimeout(() => stop.abort(), afterMs);
      await outcome;
      expect(await type('x')).toBe('x\r\nran\r\nrig> ');
    }
  });

  test('a target found halted is left halted', async () => {
    // Closing the socket without a word is what leaves QEMU halted.
    const rude = createLink(rig.gdb, { baseFolder: '/' });
    await rude.open(never);
    let said = '';
    rude.subscribe((event) => {
      if (event.type === 'bytes') said += Buffer.from(event.bytes).toString('latin1');
    });
    await rude.write(Buffer.from('+$?#3f'), never);
    await until(() => said.includes('$T'));
    await rude.close();
    const source = createMemorySource(rig.gdb, { baseFolder: '/' });
    await source.open(never);
    expect(source.wasRunning).toBe(false);
    await source.close();
    text = '';
    await link.write(Buffer.from('x\r'), never);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(text).toBe('');
    // The profile may say that it is to run.
    const waking = createMemorySource(rig.gdb, { baseFolder: '/', afterRead: 'running' });
    await waking.open(never);
    await waking.close();
    await until(() => text.endsWith('rig> '));
  });

  test('counters are zeroed over the console and through the probe', async () => {
    const overConsole = await zeroBoard(
      { way: 'command', link, command: 'r', newline: '\r', prompt: 'rig> ', readBack: snapshot },
      never,
    );
    expect(overConsole.isZero).toBe(true);
    await type('x');
    const source = createMemorySource(rig.gdb, { baseFolder: '/' });
    const throughProbe = await zeroBoard(
      { way: 'memory', source, plan, readBack: () => dump('n') },
      never,
    );
    expect(throughProbe.isZero).toBe(true);
    expect(await type('x')).toBe('x\r\nran\r\nrig> ');
  });

  test('a baseline through the probe counts what was done since, as zeroing does', async () => {
    const request = { way: 'command', link, command: 'r', newline: '\r', prompt: 'rig> ' } as const;
    await zeroBoard({ ...request, readBack: snapshot }, never);
    await type('x');
    const zeroed = (await snapshot()).objects;
    const baseline = await zeroBoard({ way: 'baseline', readBack: snapshot }, never);
    await type('x');
    const since = subtractBaseline((await snapshot()).objects, baseline.after.objects);
    const counters = (objects: readonly RawObject[]): unknown =>
      objects.map(({ bytes, path }) => readData(bytes, path).functions);
    expect(counters(since)).toEqual(counters(zeroed));
    await zeroBoard({ ...request, readBack: snapshot }, never);
    const restarted = (await snapshot()).objects;
    expect(() => subtractBaseline(restarted, baseline.after.objects)).toThrowError(
      'the board restarted since the baseline was read',
    );
  });

  test('memory outside of the machine is refused with the answer of the stub', async () => {
    const source = createMemorySource(rig.gdb, { baseFolder: '/' });
    await source.open(never);
    await expect(source.read({ address: 0x90000000, sizeBytes: 4 }, never)).rejects.toMatchObject({
      code: 'MEMORY_UNREADABLE',
      why: 'asked to read 4 bytes at 0x90000000, the server answered E14',
    });
    await source.close();
    expect(await type('x')).toBe('x\r\nran\r\nrig> ');
  });

  test('a board that dies in the middle of a dump is a lost link', async () => {
    const outcome = dump('n').catch((error: unknown) => error);
    process.kill(rig.pid, 'SIGKILL');
    const error = await outcome;
    // Fast machines have the whole dump by then.
    if (error instanceof Error) expect(error).toMatchObject({ code: 'LINK_LOST' });
  });

  onlyWith('socat')('behind a serial port', () => {
    /** A pseudo-terminal in front of the rig's console; killing socat pulls the cable. */
    async function cable(): Promise<{ port: string; pull: () => void }> {
      await link.close();
      const node = join(folder(), 'tty');
      const peer = `unix-connect:${rig.serial.slice('unix:'.length)}`;
      const socat = spawn('socat', [`pty,raw,echo=0,link=${node}`, peer]);
      await until(() => existsSync(node));
      return { port: `serial:${node}`, pull: () => void socat.kill('SIGKILL') };
    }

    test('a dump comes whole', async () => {
      const { port, pull } = await cable();
      link = createLink(port, { baseFolder: '/' });
      await link.open(never);
      const result = await dump('n');
      pull();
      expect(counts(result)).toEqual(counts(await snapshot()));
    });

    test('a cable that is pulled while the board is asked is a lost link', async () => {
      const { port, pull } = await cable();
      link = createLink(port, { baseFolder: '/' });
      await link.open(never);
      const outcome = dump('?');
      pull();
      await expect(outcome).rejects.toMatchObject({
        code: 'LINK_LOST',
        message: `the connection to ${port} is gone`,
      });
    });
  });

  onlyWith('gdb-multiarch')('after a real GDB', () => {
    test('the target is still resumed', async () => {
      const commands = [`target remote ${rig.gdb.slice('unix:'.length)}`, 'info threads', 'detach'];
      const elf = join(FIRMWARE, 'out', 'own', 'rig.elf');
      const flags = commands.flatMap((command) => ['-ex', command]);
      await run('gdb-multiarch', ['-batch', '-nx', ...flags, elf]);
      expect(Object.values((await snapshot()).objects).map(({ status }) => status)).toEqual([
        'ok',
        'ok',
        'ok',
      ]);
      expect(await type('x')).toBe('x\r\nran\r\nrig> ');
    });
  });
});
