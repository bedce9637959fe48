import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FetchResult } from '../../src/acquire/fetch-result.js';
import { snapshotMemory } from '../../src/acquire/snapshot-memory.js';
import { readData } from '../../src/gcov/read-data.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { createLink } from '../../src/link/create-link.js';
import { createMemorySource } from '../../src/link/create-memory-source.js';
import { GdbDoor } from '../../src/link/gdb-door.js';
import type { Link } from '../../src/link/link.js';
import type { MemorySource } from '../../src/link/memory-source.js';
import { FIRMWARE, firmwareElf, firmwareRam, firmwareWant } from '../support/firmware.js';
import { startOpenOcd } from '../support/openocd.js';
import { onlyWith } from '../support/real-tools.js';
import { startRig, type Rig } from '../support/rig.js';
import { tempFolders } from '../support/temp-folder.js';
import { until } from '../support/until.js';

const folder = tempFolders('otto-memory-rig-');
const never = new AbortController().signal;
const plan = planCounters(firmwareElf('own'), 'rig.elf');
const elf = join(FIRMWARE, 'out', 'own', 'rig.elf');

/** A tester at the prompt of their own gdb. */
interface Tester {
  readonly type: (line: string) => void;
  /** Everything their terminal shows. */
  readonly shown: () => string;
  /** Types what they are told to paste. */
  readonly obey: (lines: readonly string[]) => void;
  readonly end: () => Promise<void>;
}

async function testersGdb(gdb: string, ...settings: readonly string[]): Promise<Tester> {
  const child: ChildProcess = spawn('gdb-multiarch', ['-nx', '-q', elf], { stdio: 'pipe' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let shown = '';
  child.stdout?.on('data', (bytes: Buffer) => (shown += bytes.toString('latin1')));
  child.stderr?.on('data', (bytes: Buffer) => (shown += bytes.toString('latin1')));
  const type = (line: string): void => void child.stdin?.write(`${line}\n`);
  for (const line of ['set pagination off', 'set confirm off', ...settings]) type(line);
  type(`target remote ${gdb.slice('unix:'.length)}`);
  await until(() => /Remote debugging using [^\n]*\n[^\n]+\n/.test(shown), 'gdb is connected');
  return {
    type,
    shown: () => shown,
    obey: (lines) => {
      for (const line of lines) if (/^(?:new-ui|dump binary) /.test(line)) type(line);
    },
    end: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Reads of a source, counted. */
function counted(source: MemorySource): { source: MemorySource; reads: { sizeBytes: number }[] } {
  const reads: { sizeBytes: number }[] = [];
  const read: MemorySource['read'] = (range, signal) => {
    reads.push({ sizeBytes: range.sizeBytes });
    return source.read(range, signal);
  };
  return {
    reads,
    source: new Proxy(source, {
      get: (target, key) => {
        if (key === 'read') return read;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
  };
}

const snapshot = (source: MemorySource, signal = never): Promise<FetchResult> =>
  snapshotMemory(source, plan, { signal, rawFile: join(folder(), 'raw.ram') });

/** The counter values, which must not depend on how they were read. */
function counts({ objects }: FetchResult): unknown {
  return objects.map(({ path, status, bytes }) => ({
    path,
    status,
    counts: readData(bytes, path).functions.map((entry) =>
      entry?.counters.map(({ values }) => values),
    ),
  }));
}

onlyWith('openocd')('a chip behind a real OpenOCD', () => {
  test('gives the counters of the firmware, over its Tcl port and its GDB port', async () => {
    const ram = firmwareRam('own');
    const server = await startOpenOcd({ address: ram.address, bytes: Buffer.from(ram.bytes) });
    try {
      for (const spec of [
        `openocd:127.0.0.1:${server.tclPort}`,
        `tcp:127.0.0.1:${server.gdbPort}`,
      ]) {
        const result = await snapshot(createMemorySource(spec, { baseFolder: '/' }));
        expect(result.warnings).toEqual([]);
        for (const { path, status, bytes } of result.objects) {
          expect(status).toBe('ok');
          expect(Buffer.compare(bytes, firmwareWant('own', path))).toBe(0);
        }
      }
    } finally {
      await server.stop();
    }
  });
});

onlyWith(
  'qemu-system-arm',
  'gdb-multiarch',
  'python3',
)('the memory of the rig', () => {
  let rig: Rig;
  let link: Link;
  let text = '';
  let tester: Tester | null = null;
  const doors: GdbDoor[] = [];

  beforeEach(async () => {
    rig = await startRig(folder());
    text = '';
    link = createLink(rig.serial, { baseFolder: '/' });
    link.subscribe((event) => {
      if (event.type === 'bytes') text += Buffer.from(event.bytes).toString('latin1');
    });
    await link.open(never);
    for (let waitedMs = 0; !text.endsWith('?\r\nrig> '); waitedMs += 10) {
      if (waitedMs % 1000 === 0) await link.write(Buffer.from('q\r'), never);
      if (waitedMs > 15_000) throw new Error(`the rig does not answer: ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  afterEach(async () => {
    for (const door of doors.splice(0)) await door.close();
    await tester?.end();
    tester = null;
    await link.close();
    await rig.stop();
  });

  const console = async (line: string): Promise<string> => {
    text = '';
    await link.write(Buffer.from(`${line}\r`), never);
    await until(() => text.endsWith('rig> '), `the console answers ${line}`);
    return text;
  };
  const door = (): GdbDoor => {
    const made = new GdbDoor('mi:');
    doors.push(made);
    return made;
  };
  const throughGdb = (kept: GdbDoor, instruct: (lines: readonly string[]) => void): MemorySource =>
    createMemorySource('mi:', { baseFolder: '/', door: kept, instruct, testerTimeoutMs: 20_000 });

  test('is the same from the stub, a live gdb, pasted lines and an image', async () => {
    await console('x');
    const { source, reads } = counted(createMemorySource(rig.gdb, { baseFolder: '/' }));
    const fromStub = await snapshot(source);
    // Tables, names, and all 296 bytes of counters at once; what follows are identities again.
    expect(reads.slice(0, 3).map(({ sizeBytes }) => sizeBytes)).toEqual([368, 24, 296]);
    expect(reads.length).toBeLessThanOrEqual(3 + plan.objects.length);

    tester = await testersGdb(rig.gdb);
    const fromGdb = await snapshot(throughGdb(door(), tester.obey));
    expect(counts(fromGdb)).toEqual(counts(fromStub));

    const paste = createMemorySource(`paste:gdb:${folder()}`, {
      baseFolder: '/',
      instruct: tester.obey,
      testerTimeoutMs: 20_000,
    });
    expect(counts(await snapshot(paste))).toEqual(counts(fromStub));

    const image = join(folder(), 'ram.bin');
    tester.type(`dump binary memory ${image} 0x20000000 0x20006000`);
    await until(async () => (await readFile(image).catch(() => '')).length === 0x6000, 'saved');
    const fromImage = createMemorySource(`ram:${image}@0x20000000`, { baseFolder: '/' });
    expect(counts(await snapshot(fromImage))).toEqual(counts(fromStub));
  });

  test.each(['set mi-async on', 'set mi-async off'])(
    'a gdb whose target runs (%s) is interrupted, and continued, again and again',
    async (setting) => {
      tester = await testersGdb(rig.gdb, setting, 'break crash_never', 'hbreak valve_unused');
      const kept = door();
      const first = throughGdb(kept, tester.obey);
      await first.open(never);
      expect(first.wasRunning).toBe(false);
      await first.close();
      tester.type('continue');
      await until(() => tester?.shown().includes('Continuing.') === true, 'it runs');
      for (let look = 1; look <= 2; look += 1) {
        const source = throughGdb(kept, tester.obey);
        await source.open(never);
        expect(source.wasRunning).toBe(true);
        const { identity } = plan.objects[0]!;
        const { bytes } = await source.read(identity, never);
        expect(Buffer.compare(bytes, identity.expected)).toBe(0);
        await source.close();
        expect(source.warnings).toEqual([]);
        expect(await console('x')).toBe('x\r\nran\r\nrig> ');
      }
      const fromGdb = await snapshot(throughGdb(kept, tester.obey));
      await tester.end();
      expect(counts(fromGdb)).toEqual(
        counts(await snapshot(createMemorySource(rig.gdb, { baseFolder: '/' }))),
      );
    },
  );

  test("a look cancelled at any moment leaves the tester's target running", async () => {
    tester = await testersGdb(rig.gdb);
    const kept = door();
    await snapshot(throughGdb(kept, tester.obey));
    tester.type('continue');
    await until(() => tester?.shown().includes('Continuing.') === true, 'it runs');
    for (const afterMs of [0, 1, 3, 10, 30]) {
      const stop = new AbortController();
      const outcome = snapshot(throughGdb(kept, tester.obey), stop.signal).catch(
        (error: unknown) => error,
      );
      setTimeout(() => stop.abort(), afterMs);
      await outcome;
      expect(await console('x')).toBe('x\r\nran\r\nrig> ');
    }
  });

  test("a target at the tester's breakpoint stays there, and the breakpoint stays", async () => {
    tester = await testersGdb(rig.gdb, 'set breakpoint pending on');
    tester.type('break bench_idle');
    tester.type('continue');
    await until(() => tester?.shown().includes('Breakpoint 1, ') === true, 'it stops there');
    const source = throughGdb(door(), tester.obey);
    const result = await snapshot(source);
    expect(source.wasRunning).toBe(false);
    expect(result.objects.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    tester.type('info breakpoints');
    await until(
      () => tester?.shown().includes('breakpoint already hit 1 time') === true,
      'is kept',
    );
  });

  test('a gdb without a target, and one that leaves, are said so', async () => {
    tester = await testersGdb(rig.gdb);
    const kept = door();
    const { obey, type } = tester;
    const source = throughGdb(kept, obey);
    await source.open(never);
    await source.close();
    type('disconnect');
    await until(() => tester?.shown().includes('Ending remote debugging') === true, 'left');
    await expect(throughGdb(kept, obey).open(never)).rejects.toMatchObject({
      code: 'GDB_REFUSED',
      message: 'the gdb behind mi: has no target',
    });
    await tester.end();
    await until(
      async () =>
        await throughGdb(kept, () => undefined)
          .open(AbortSignal.timeout(300))
          .then(
            () => false,
            (error: unknown) => (error as { code?: string }).code === 'CANCELLED',
          ),
      'a new gdb is waited for',
    );
  });

  test('nobody who pastes is an error in the end', async () => {
    const source = createMemorySource('mi:', { baseFolder: '/', testerTimeoutMs: 300 });
    await expect(source.open(never)).rejects.toMatchObject({
      code: 'NO_ANSWER',
      message: 'the gdb behind mi: does not answer',
      why: 'gdb did not connect within 300 ms',
    });
  });

  test('a crashed target gives its counters up, by every way', async () => {
    await console('x');
    const before = await snapshot(createMemorySource(rig.gdb, { baseFolder: '/' }));
    text = '';
    await link.write(Buffer.from('c\r'), never);
    await until(() => text.includes('crashing'), 'it crashes');
    await link.write(Buffer.from('x\r'), never);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(text).not.toContain('ran');
    const after = await snapshot(createMemorySource(rig.gdb, { baseFolder: '/' }));
    expect(counts(after)).toEqual(counts(before));
    tester = await testersGdb(rig.gdb);
    expect(counts(await snapshot(throughGdb(door(), tester.obey)))).toEqual(counts(before));
    const parts = after.rawFiles.map(({ path, address }) => `${path}@${address}`);
    const again = createMemorySource(`ram:${parts.join(',')}`, { baseFolder: '/' });
    expect(counts(await snapshot(again))).toEqual(counts(before));
  });
});

test('an image with a byte of another build in it is refused', async () => {
  const ram = firmwareRam('own');
  const bytes = Buffer.from(ram.bytes);
  const { identity } = plan.objects[0]!;
  bytes[identity.address - ram.address + 8]! ^= 1;
  const file = join(folder(), 'ram.bin');
  await writeFile(file, bytes);
  const source = createMemorySource(`ram:${file}@${ram.address}`, { baseFolder: '/' });
  const outcome = await snapshot(source).then(
    ({ objects }) => objects.map(({ status }) => status),
    (error: { code?: string }) => [error.code],
  );
  expect(outcome).toContainEqual(expect.stringMatching(/^(?:damaged|BUILD_MISMATCH)$/));
});
