import { join } from 'node:path';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fetchDump } from '../../src/acquire/fetch-dump.js';
import type { FetchResult } from '../../src/acquire/fetch-result.js';
import { snapshotMemory } from '../../src/acquire/snapshot-memory.js';
import { zeroBoard, type ZeroResult } from '../../src/acquire/zero-board.js';
import type { Count } from '../../src/base/count.js';
import { readData } from '../../src/gcov/read-data.js';
import type { CounterPlan } from '../../src/image/counter-plan.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { createLink } from '../../src/link/create-link.js';
import { createMemorySource } from '../../src/link/create-memory-source.js';
import type { Link } from '../../src/link/link.js';
import { lossyProxy, type LossyProxy } from '../support/lossy-proxy.js';
import { onlyWith } from '../support/real-tools.js';
import {
  buildExample,
  EXAMPLE_BOARDS,
  startExample,
  type ExampleBoard,
  type ExampleWay,
  type RunningExample,
} from '../support/runtime-rig.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-framed-');
const never = new AbortController().signal;
const CLEAN = { lost: 0, flipped: 0, doubled: 0 };

const COMBINATIONS: readonly (readonly [ExampleBoard, ExampleWay])[] = EXAMPLE_BOARDS.flatMap(
  (board) => (['section', 'hook'] as const).map((way) => [board, way] as const),
);

for (const [board, way] of COMBINATIONS) {
  onlyWith(...board.tools)(`boards/runtime on ${board.name}, objects found by ${way}`, () => {
    let place: string;
    let plan: CounterPlan;
    let rig: RunningExample;
    let proxy: LossyProxy;
    let link: Link;

    beforeAll(async () => {
      place = realpathSync(mkdtempSync(join(tmpdir(), 'otto-pump-')));
      plan = planCounters(buildExample(board, way, place), 'pump.elf');
      rig = await startExample(board, place);
    });
    afterEach(async () => {
      await link.close();
      await proxy.close();
    });
    afterAll(async () => {
      await rig.stop();
      rmSync(place, { recursive: true, force: true });
    });

    /** Opens the line of a seed; clean at first, until the firmware listens. */
    const open = async (seed: number): Promise<void> => {
      const near = join(folder(), 'near.sock');
      proxy = await lossyProxy(near, rig.serialPath, CLEAN, seed);
      link = createLink(`unix:${near}`, { baseFolder: '/' });
      await link.open(never);
      expect((await dump()).isComplete).toBe(true);
    };
    const type = async (line: string): Promise<void> => {
      await link.write(Buffer.from(`${line}\r`), never);
    };
    /** Runs the code under test once more; it is over when the firmware answers the next line. */
    const run = async (): Promise<void> => {
      await type(board.prompt === null ? '!' : 'x');
      await dump();
    };
    const dump = (protocol: 'auto' | 'framed' = 'framed'): Promise<FetchResult> =>
      fetchDump(
        link,
        { command: '@cov dump', protocol, idleTimeoutMs: 1000, timeoutMs: 60_000, attempts: 2 },
        { signal: never, rawFile: join(place, 'raw'), newline: '\r', prompt: board.prompt, plan },
      );
    const snapshot = (): Promise<FetchResult> =>
      snapshotMemory(createMemorySource(rig.gdb, { baseFolder: '/' }), plan, {
        signal: never,
        rawFile: join(place, 'ram'),
      });

    const zero = (): Promise<ZeroResult> =>
      zeroBoard(
        {
          way: 'command',
          link,
          command: '@cov zero',
          newline: '\r',
          prompt: board.prompt,
          readBack: () => dump(),
        },
        never,
      );

    test('a clean line gives the counts that memory gives, and zeroes them', async () => {
      await open(0);
      await run();
      const first = await dump('auto');
      expect(first).toMatchObject({ isComplete: true, warnings: [], formats: ['framed dump'] });
      expect(statuses(first)).toEqual(['ok', 'ok']);
      expect(counts(first)).toEqual(counts(await snapshot()));
      const zeroed = await zero();
      expect(zeroed.isZero).toBe(true);
      expect(counts(zeroed.after)).toEqual(counts(await snapshot()));
      expect(counts(zeroed.after)).not.toEqual(counts(first));
    });

    const ofShell = board.prompt === null ? undefined : test;
    ofShell?.(
      'counters that move while they are sent are those of the moment they were sent',
      async () => {
        await open(0);
        await run();
        const before = counts(await snapshot());
        await type('m');
        const moving = await dump();
        await type('m');
        expect(statuses(moving)).toEqual(['ok', 'ok']);
        const after = counts(await snapshot());
        for (const { path } of moving.objects) {
          const [least, sent, most] = [before, counts(moving), after].map(
            (all) => all.get(path) ?? [],
          );
          sent?.forEach((count, index) => {
            expect(count).toBeGreaterThanOrEqual(least?.[index] ?? 0);
            expect(count).toBeLessThanOrEqual(most?.[index] ?? 0);
          });
        }
        expect(after).not.toEqual(before);
      },
    );

    // The firmware with a shell and a hook, and the one with neither.
    const isNoisy = (board.name === 'mps2') === (way === 'hook');
    if (!isNoisy) return;
    test.each([
      [1, { lost: 0.01, flipped: 0, doubled: 0 }],
      [2, { lost: 0.01, flipped: 0, doubled: 0 }],
      [3, { lost: 0, flipped: 0.01, doubled: 0 }],
      [4, { lost: 0, flipped: 0, doubled: 0.01 }],
      [5, { lost: 0.01, flipped: 0.003, doubled: 0.003 }],
    ])('line %i of noise %o ends with every object ok', async (seed, noise) => {
      await open(seed);
      await run();
      const wanted = counts(await snapshot());
      proxy.noise = noise;
      const result = await dump();
      expect(statuses(result)).toEqual(['ok', 'ok']);
      expect(result.isComplete).toBe(true);
      expect(counts(result)).toEqual(wanted);
    });

    test('a noisy line zeroes them as well', async () => {
      await open(6);
      await run();
      proxy.noise = { lost: 0.01, flipped: 0, doubled: 0 };
      const { isZero } = await zero();
      expect(isZero).toBe(true);
      expect([...counts(await snapshot()).values()].flat().every((count) => count === 0)).toBe(
        true,
      );
    });
  });
}

function statuses({ objects }: FetchResult): readonly string[] {
  return objects.map(({ status }) => status);
}

function counts({ objects }: FetchResult): Map<string, readonly Count[]> {
  return new Map(
    objects.map(({ path, bytes }) => [
      path,
      readData(bytes, path).functions.flatMap((entry) =>
        (entry?.counters ?? []).flatMap(({ values }) => [...values]),
      ),
    ]),
  );
}
