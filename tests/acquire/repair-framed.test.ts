import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fetchDump } from '../../src/acquire/fetch-dump.js';
import type { FetchResult } from '../../src/acquire/fetch-result.js';
import { MemoryLink } from '../../src/link/memory-link.js';
import { tempFolders } from '../support/temp-folder.js';
import { PUMP, sampleObject, VALVE } from '../wire/sample-objects.js';
import { frame, framedLines, passOf } from '../wire/write-framed.js';

const folder = tempFolders('otto-repair-');
const OBJECTS = [PUMP, VALVE];
/** A part of the first object is lost. */
const LOSSY = framedLines(OBJECTS).filter((line) => !/^@cD:0:[0-9a-f]+:18:/.test(line));

/** Fetches from a board that answers each line it gets with these. */
async function fetch(
  answer: (line: string) => readonly string[],
): Promise<{ result: FetchResult; asked: readonly string[] }> {
  const link = new MemoryLink('test:');
  const asked: string[] = [];
  link.far.onBytes = (bytes) => {
    for (const line of Buffer.from(bytes).toString('latin1').split('\r')) {
      if (line === '') continue;
      asked.push(line);
      const text = answer(line).map((each) => `${each}\r\n`);
      if (text.length === 0) continue;
      setImmediate(() => link.far.send(Buffer.from(text.join(''), 'latin1')));
    }
  };
  const signal = new AbortController().signal;
  await link.open(signal);
  const result = await fetchDump(
    link,
    { command: '@cov dump', protocol: 'auto', idleTimeoutMs: 60, timeoutMs: 20_000, attempts: 2 },
    { signal, rawFile: join(folder(), 'raw'), newline: '\r', prompt: null, plan: null },
  );
  return { result, asked };
}

function statuses({ objects }: FetchResult): readonly string[] {
  return objects.map(({ status }) => status);
}

test('a line that is lost is asked for alone', async () => {
  const { result, asked } = await fetch((line) =>
    line === '@cov dump'
      ? LOSSY
      : [
          ...framedLines(OBJECTS).filter((each) => /^@cD:0:[0-9a-f]+:18:/.test(each)),
          frame('A', [passOf(OBJECTS)]),
        ],
  );
  expect(statuses(result)).toEqual(['ok', 'ok']);
  expect(result).toMatchObject({ isComplete: true, warnings: [], attempts: 1 });
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatch(/^@cov s 0 [0-9a-f]+ 18-2f [0-9a-f]{8}$/);
});

test('a firmware that does not listen leaves the object damaged, and is told of', async () => {
  const { result, asked } = await fetch((line) => (line === '@cov dump' ? LOSSY : []));
  expect(statuses(result)).toEqual(['damaged', 'ok']);
  expect(result.isComplete).toBe(false);
  expect(result.warnings).toEqual([
    'nothing came to 25 requests for missing lines: the firmware has to give what is typed to otto_cov_command or otto_cov_poll',
  ]);
  expect(asked).toHaveLength(26);
});

test('a board that restarts in between is asked for everything anew, and nothing is mixed', async () => {
  const after = [
    sampleObject(PUMP.path, [1, 0, 0, 0, 1]),
    sampleObject(VALVE.path, [1, 0, 0, 0, 0], 0x2e440002),
  ];
  let hasRestarted = false;
  const { result } = await fetch((line) => {
    if (line === '@cov dump') return LOSSY;
    if (hasRestarted) return [...framedLines(after), frame('A', [passOf(after)])];
    hasRestarted = true;
    return [frame('A', [0])];
  });
  expect(statuses(result)).toEqual(['ok', 'ok']);
  expect(result.objects.map(({ bytes }) => Buffer.from(bytes))).toEqual(
    after.map(({ bytes }) => Buffer.from(bytes)),
  );
  expect(result.warnings).toContainEqual(
    expect.stringMatching(/^the dump at line 1 is not used: the board restarted at line \d+$/),
  );
});

test('a noise that never ends is given up in time', async () => {
  const { result, asked } = await fetch((line) => (line === '@cov dump' ? LOSSY : ['@cD:0:zz']));
  expect(statuses(result)).toEqual(['damaged', 'ok']);
  expect(result.warnings).toContain(
    '80 requests for missing lines brought nothing new: the firmware has to give what is typed to otto_cov_command or otto_cov_poll',
  );
  expect(asked).toHaveLength(81);
});
