import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fetchDump, type FetchDumpOptions } from '../../src/acquire/fetch-dump.js';
import type { FetchState } from '../../src/acquire/fetch-result.js';
import type { BoardDump } from '../../src/board/board.js';
import { readData } from '../../src/gcov/read-data.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { MemoryLink } from '../../src/link/memory-link.js';
import { packageRoot } from '../../src/base/package-root.js';
import { readSimRecording } from '../../src/link/sim-recording.js';
import { firmwareElf, firmwareLog, firmwareWant } from '../support/firmware.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-fetch-');
const plan = planCounters(firmwareElf('own'), 'rig.elf');
const otherPlan = planCounters(firmwareElf('info'), 'other.elf');
const DUMP: BoardDump = {
  command: 'n',
  protocol: 'auto',
  idleTimeoutMs: 100,
  timeoutMs: 5_000,
  attempts: 2,
};

/** A board that gives one of these answers after the other to each line it gets. */
function board(...answers: (Buffer | string)[]): { link: MemoryLink; asked: () => number } {
  const link = new MemoryLink('test:');
  let asked = 0;
  link.far.onBytes = (bytes) => {
    if (!Buffer.from(bytes).includes('\r')) return;
    const answer = answers[Math.min(asked, answers.length - 1)] ?? '';
    asked += 1;
    setImmediate(() => link.far.send(Buffer.from(answer)));
  };
  return { link, asked: () => asked };
}

async function fetch(
  link: MemoryLink,
  dump: Partial<BoardDump> = {},
  options: Partial<FetchDumpOptions> = {},
): ReturnType<typeof fetchDump> {
  const signal = options.signal ?? new AbortController().signal;
  await link.open(signal);
  return await fetchDump(
    link,
    { ...DUMP, ...dump },
    {
      signal,
      rawFile: join(folder(), 'raw', 'fetch.log'),
      newline: '\r',
      prompt: 'rig> ',
      plan,
      ...options,
    },
  );
}

const good = firmwareLog('n.log');

/** One hex digit of an object's third row becomes a letter that is none: the object is lost. */
function damage(log: Buffer, object: string): Buffer {
  const start = log.indexOf(`bytes for ${object}`);
  const copy = Buffer.from(log);
  copy.write('z', log.indexOf('00000020: ', start) + 12);
  return copy;
}

const paths = plan.objects.map(({ path }) => path);
const pathOf = (name: string): string => paths.find((path) => path.endsWith(`/${name}`)) ?? '';
const sessionDamaged = damage(good, pathOf('session.gcda'));
const valveDamaged = damage(good, pathOf('valve.gcda'));

function statuses(result: Awaited<ReturnType<typeof fetchDump>>): Record<string, string> {
  return Object.fromEntries(result.objects.map(({ path, status }) => [basename(path), status]));
}

describe('a whole dump', () => {
  test('gives every object of the build, and its raw bytes lie on disk', async () => {
    const { link, asked } = board(good);
    const states: FetchState[] = [];
    const result = await fetch(link, {}, { onProgress: (state) => states.push(state) });
    expect(statuses(result)).toEqual({
      'session.gcda': 'ok',
      'filter.gcda': 'ok',
      'valve.gcda': 'ok',
    });
    for (const { path, bytes } of result.objects) {
      const counts = (image: Uint8Array): unknown =>
        readData(image, path).functions.map((entry) => entry?.counters.map(({ values }) => values));
      expect(counts(bytes)).toEqual(counts(firmwareWant('own', path)));
    }
    expect(readFileSync(result.rawFile).equals(good)).toBe(true);
    expect(result).toMatchObject({
      way: 'console',
      source: 'test:',
      formats: ['embedded-gcov hexdump'],
      warnings: [],
      isComplete: true,
      attempts: 1,
      receivedBytes: good.length,
    });
    expect(asked()).toBe(1);
    expect(states.at(-1)).toMatchObject({ receivedBytes: good.length, totalBytes: null });
  });

  test('progress tells what is still expected', async () => {
    const link = new MemoryLink('test:');
    link.far.onBytes = () =>
      setImmediate(() => {
        link.far.send(good.subarray(0, 600));
        setTimeout(() => link.far.send(good.subarray(600)), 20);
      });
    const states: FetchState[] = [];
    await fetch(link, {}, { onProgress: (state) => states.push(state) });
    expect(states[0]?.objects.map(({ status }) => status).toSorted()).toEqual([
      'reading',
      'waiting',
      'waiting',
    ]);
  });

  test('a raw file that is there already is not overwritten', async () => {
    const rawFile = join(folder(), 'fetch.log');
    const first = await fetch(board(good).link, {}, { rawFile });
    const second = await fetch(board(firmwareLog('z.log')).link, {}, { rawFile });
    expect([first.rawFile, second.rawFile].map((path) => basename(path))).toEqual([
      'fetch.log',
      'fetch-2.log',
    ]);
    expect(readFileSync(first.rawFile).equals(good)).toBe(true);
  });

  test.each(['n-noise', 'z', 'Z', 'z-noise'])('%s.log is taken as well', async (name) => {
    const result = await fetch(board(firmwareLog(`${name}.log`)).link);
    expect(Object.values(statuses(result))).toEqual(['ok', 'ok', 'ok']);
  });
});

describe('a damaged dump', () => {
  test('is asked for again, and the damaged object is repaired', async () => {
    const { link, asked } = board(sessionDamaged, good);
    const result = await fetch(link);
    expect(asked()).toBe(2);
    expect(result.attempts).toBe(2);
    expect(statuses(result)).toEqual({
      'session.gcda': 'repaired',
      'filter.gcda': 'ok',
      'valve.gcda': 'ok',
    });
    expect(result.objects.find(({ status }) => status === 'repaired')?.reason).toMatch(
      /^damaged in an earlier dump \(.*line \d+.*\); whole in a later one, same boot$/,
    );
    expect(readFileSync(result.rawFile).equals(Buffer.concat([sessionDamaged, good]))).toBe(true);
  });

  test('two dumps damaged in different objects make one whole', async () => {
    const { link } = board(sessionDamaged, valveDamaged);
    const result = await fetch(link);
    expect(statuses(result)).toEqual({
      'session.gcda': 'repaired',
      'filter.gcda': 'ok',
      'valve.gcda': 'repaired',
    });
  });

  test('a board that restarted in between is not repaired from, and that is said', async () => {
    const recorded = await readSimRecording();
    const [before, after] = [recorded.states.get('2.0')!.n, recorded.states.get('1.0')!.n];
    const simPlan = planCounters(
      readFileSync(join(packageRoot(), 'boards', 'sim', 'rig.elf')),
      'rig.elf',
    );
    const lost = damage(Buffer.from(before), pathOf('session.gcda'));
    const result = await fetch(board(lost, after).link, {}, { plan: simPlan });
    expect(Object.values(statuses(result))).toEqual(['ok', 'ok', 'ok']);
    expect(result.warnings).toEqual([
      expect.stringMatching(/is not used: counts of .* are lower in .*restarted or was zeroed/),
    ]);
  });

  test('stays damaged when the copies are, after as many attempts as allowed', async () => {
    const { link, asked } = board(sessionDamaged);
    const result = await fetch(link, { attempts: 3 });
    expect(asked()).toBe(3);
    expect(statuses(result)).toEqual({
      'session.gcda': 'damaged',
      'filter.gcda': 'ok',
      'valve.gcda': 'ok',
    });
  });

  test('an object that did not arrive is missing', async () => {
    const text = good.toString('latin1');
    const from = text.indexOf('Emitting', text.indexOf('Emitting') + 1);
    const to = text.indexOf('Emitting', from + 1);
    const { link } = board(text.slice(0, from) + text.slice(to));
    const result = await fetch(link, { attempts: 1 });
    expect(Object.values(statuses(result)).filter((status) => status === 'missing')).toHaveLength(
      1,
    );
  });

  test('a dump that stops in the middle is told as such', async () => {
    const { link } = board(good.subarray(0, 1500));
    const result = await fetch(link, { attempts: 1 });
    expect(result.isComplete).toBe(false);
    expect(result.warnings).toContain('the dump stopped: no byte for 100 ms and no end marker');
    expect(Object.values(statuses(result))).toContain('missing');
  });

  test('the counts of another build are refused', async () => {
    await expect(fetch(board(good).link, {}, { plan: otherPlan })).rejects.toMatchObject({
      code: 'BUILD_MISMATCH',
    });
  });
});

describe('no dump', () => {
  test('a board that says nothing', async () => {
    const raw = folder();
    const { link } = board('');
    await expect(fetch(link, {}, { rawFile: join(raw, 'x.log') })).rejects.toMatchObject({
      code: 'NO_ANSWER',
      message: 'test: does not answer',
      why: 'nothing came for 100 ms after "n"',
    });
    expect(readdirSync(raw)).toEqual([]);
  });

  test('a board that says something else, quoted and harmless', async () => {
    const { link } = board('n\r\n\u001b[31munknown command\u001b[0m\r\nrig> ');
    const error: unknown = await fetch(link).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'NO_DUMP_FOUND',
      message: 'test: answered without a dump',
      why: expect.stringMatching(
        /^to "n" it said: .*"unknown command", "rig>"; \d+ raw bytes are kept in .*fetch\.log$/,
      ),
    });
  });

  test('a board that never stops talking', async () => {
    const link = new MemoryLink('test:');
    let timer: NodeJS.Timeout | undefined;
    link.far.onBytes = () => {
      timer ??= setInterval(() => link.far.send(Buffer.from('tick\r\n')), 5);
    };
    try {
      await expect(fetch(link, { timeoutMs: 150 })).rejects.toMatchObject({
        code: 'TIMED_OUT',
        message: 'no dump came from test: in 150 ms',
      });
    } finally {
      clearInterval(timer);
    }
  });

  test('another format than the profile says', async () => {
    await expect(fetch(board(good).link, { protocol: 'zephyr' })).rejects.toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
      why: expect.stringMatching(/^the board profile says zephyr, it sent embedded-gcov hexdump; /),
    });
  });
});

describe('formats without an end marker', () => {
  test.each(['h.log', 'p.log', 'b.log'])('%s is over when the prompt is back', async (log) => {
    const result = await fetch(board(firmwareLog(log)).link, {
      protocol: log === 'b.log' ? 'rtems' : 'gcc-stream',
      idleTimeoutMs: 4_000,
    });
    expect(result).toMatchObject({ attempts: 1, isComplete: true, warnings: [] });
    expect(result.objects.every(({ status }) => status === 'ok')).toBe(true);
  });

  test('and without a prompt when the board is silent', async () => {
    const result = await fetch(board(firmwareLog('h.log')).link, {}, { prompt: null });
    expect(result).toMatchObject({ attempts: 1, isComplete: true, warnings: [] });
  });
});

describe('an end in the middle', () => {
  test('cancelled, the bytes that came are kept and the link stays up', async () => {
    const link = new MemoryLink('test:');
    const stop = new AbortController();
    const rawFile = join(folder(), 'fetch.log');
    link.far.onBytes = () =>
      setImmediate(() => {
        link.far.send(good.subarray(0, 700));
        setTimeout(() => stop.abort(), 20);
      });
    await expect(
      fetch(link, { idleTimeoutMs: 5000 }, { signal: stop.signal, rawFile }),
    ).rejects.toMatchObject({
      code: 'CANCELLED',
      why: `700 raw bytes are kept in ${rawFile}`,
    });
    expect(readFileSync(rawFile).equals(good.subarray(0, 700))).toBe(true);
    await link.write(Buffer.from('still there'), new AbortController().signal);
  });

  test('unplugged, the bytes that came are kept', async () => {
    const link = new MemoryLink('test:');
    const rawFile = join(folder(), 'fetch.log');
    link.far.onBytes = () =>
      setImmediate(() => {
        link.far.send(good.subarray(0, 700));
        link.far.unplug('bad file descriptor');
      });
    await expect(fetch(link, {}, { rawFile })).rejects.toMatchObject({
      code: 'LINK_LOST',
      why: `bad file descriptor; 700 raw bytes are kept in ${rawFile}`,
    });
    expect(readFileSync(rawFile).length).toBe(700);
  });
});
