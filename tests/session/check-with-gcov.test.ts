import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBenchError } from '../../src/base/bench-error.js';
import { decodeObjects } from '../../src/gcov/decode-objects.js';
import { printsJson, suitsNotes } from '../../src/gcov/gcov-tool.js';
import { indexNotes } from '../../src/gcov/notes-index.js';
import { readData } from '../../src/gcov/read-data.js';
import { readNotes } from '../../src/gcov/read-notes.js';
import { writeData } from '../../src/gcov/write-data.js';
import { checkWithGcov } from '../../src/session/check-with-gcov.js';
import type { Evidence } from '../../src/session/decode-evidence.js';
import type { GcovCheck } from '../../src/session/gcov-findings.js';
import { openGcov, type Gcov } from '../../src/session/open-gcov.js';
import {
  bytesOf,
  casesIn,
  CORPUS,
  FIXTURES,
  rawObject,
  type GcovCase,
} from '../gcov/gcov-cases.js';
import { FAKE_CASE, fakeGcov, type FakeManner } from '../support/fake-gcov.js';
import { randomRun } from '../support/random-run.js';
import { onlyWith } from '../support/real-tools.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-gcov-');
const LIMITS = { versionMs: 10_000, processMs: 1_000, unitMs: 100, outputBytes: 1024 * 1024 };
const BASIC: GcovCase = {
  name: 'basic',
  folder: FAKE_CASE,
  language: 'c',
  dataFiles: [{ gcno: 'basic.gcno', gcda: 'basic.gcda' }],
};

function open(command: string, signal = new AbortController().signal, limits?: typeof LIMITS) {
  return openGcov(command, { cwd: '/', env: process.env, signal }, limits);
}

/** Decodes a case as `decode` does and checks it; `changed` replaces data by name. */
function check(
  gcov: Gcov,
  { folder: home, dataFiles }: GcovCase,
  changed: Readonly<Record<string, readonly Uint8Array[]>> = {},
  temporary = folder(),
): Promise<GcovCheck> {
  const raw = dataFiles.flatMap(({ gcda }) => {
    if (gcda === null) return [];
    const images = changed[gcda] ?? [bytesOf(home, gcda)];
    return images.map((bytes) => rawObject(join(home, gcda), bytes));
  });
  const notes = dataFiles.map(({ gcno }) => join(home, gcno));
  const files = dataFiles.map(({ gcno }) => ({
    path: join(home, gcno),
    bytes: bytesOf(home, gcno),
  }));
  const { units, objects, warnings } = decodeObjects(raw, indexNotes(files), { partial: true });
  const evidence: Evidence = { units, objects, warnings, raw, counts: [] };
  return checkWithGcov(gcov, evidence, notes, temporary);
}

describe('a gcov that cannot be used', () => {
  it.each([
    ['hangs', 'it was stopped after 1.1 s'],
    ['crashes', 'it ended by a signal'],
    ['fails', "it ended with exit code 1\ngcov: unrecognized option '--json-format'"],
    ['garbage', 'it begins: {"files": 7, "'],
  ] satisfies [FakeManner, string][])('is an error when it %s', async (manner, why) => {
    const gcov = await open(fakeGcov(folder(), manner), undefined, LIMITS);
    const error: unknown = await check(gcov, BASIC).catch((caught: unknown) => caught);
    expect(isBenchError(error, 'PROGRAM_FAILED')).toBe(true);
    expect(error).toMatchObject({ why });
  });

  it('is an error when it floods', async () => {
    const command = fakeGcov(folder(), 'floods');
    const gcov = await open(command, undefined, LIMITS);
    await expect(check(gcov, BASIC)).rejects.toMatchObject({
      code: 'PROGRAM_FAILED',
      message: `${command} printed more than 1048576 bytes`,
    });
  });

  it('leaves no files behind', async () => {
    const temporary = folder();
    const gcov = await open(fakeGcov(folder(), 'crashes'));
    await expect(check(gcov, BASIC, {}, temporary)).rejects.toThrow('gave no counts');
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('checkWithGcov', () => {
  it('lists a unit of another compiler as not checked', async () => {
    const gcov = await open(fakeGcov(folder(), 'honest'));
    const other = join(FIXTURES, 'gcc11-stops');
    const both: GcovCase = {
      ...BASIC,
      folder: FIXTURES,
      dataFiles: [
        { gcno: 'gcc12-basic-O0/basic.gcno', gcda: 'gcc12-basic-O0/basic.gcda' },
        { gcno: 'gcc11-stops/stops.gcno', gcda: 'gcc11-stops/stops.gcda' },
      ],
    };
    const { differences } = await check(gcov, both);
    const name = join(other, 'stops.gcda');
    expect(differences).toEqual([
      {
        path: name,
        kind: 'object',
        line: null,
        name: null,
        unit: name,
        ours: 'of GCC 11.3',
        theirs: 'not checked',
      },
    ]);
  });
});

/** Gcovs that may be there: Debian's names. The cross compiler's has to be. */
const REAL_TOOLS = [
  'arm-none-eabi-gcov',
  'avr-gcov',
  ...[9, 10, 11, 12, 13, 14, 15, 16].map((major) => `gcov-${major}`),
  ...[9, 11, 14, 16, 19].map((major) => `llvm-cov-${major} gcov`),
];

onlyWith('arm-none-eabi-gcov')('with the gcov of arm-none-eabi', () => {
  it('agrees on every sound case of its compiler', async () => {
    const gcov = await open('arm-none-eabi-gcov');
    const cases = suitedCases(gcov, FIXTURES);
    expect(cases.length).toBeGreaterThan(0);
    for (const gcovCase of cases) {
      expect({ case: gcovCase.name, found: await foundIn(gcov, gcovCase) }).toEqual({
        case: gcovCase.name,
        found: [],
      });
    }
  }, 120_000);

  it('agrees on runs that never were', async () => {
    const gcov = await open('arm-none-eabi-gcov');
    let count = 0;
    for (const gcovCase of suitedCases(gcov, FIXTURES)) {
      for (const { gcno, gcda } of gcovCase.dataFiles) {
        const notes = readNotes(bytesOf(gcovCase.folder, gcno), gcno);
        // Counters of those kinds would have to be made up too.
        const hasMore = notes.functions.some(
          ({ conditions, pathCount }) => conditions.length > 0 || pathCount !== null,
        );
        if (gcda === null || hasMore || isBigEndian(gcovCase.folder, gcno)) continue;
        const changed = { [gcda]: [writeData(randomRun(notes, (count += 1)))] };
        const { differences } = await check(gcov, gcovCase, changed);
        expect({ case: gcovCase.name, seed: count, differences }).toEqual({
          case: gcovCase.name,
          seed: count,
          differences: [],
        });
      }
    }
    expect(count).toBeGreaterThan(0);
  }, 120_000);

  const ofItsCompiler = async (): Promise<{ gcov: Gcov; gcovCase: GcovCase; gcda: string }> => {
    const gcov = await open('arm-none-eabi-gcov');
    const gcovCase = suitedCases(gcov, FIXTURES).find(({ dataFiles }) => dataFiles[0]?.gcda)!;
    return { gcov, gcovCase, gcda: gcovCase.dataFiles[0]!.gcda! };
  };

  it('gives it the sum of several readings of one unit', async () => {
    const { gcov, gcovCase, gcda } = await ofItsCompiler();
    const once = bytesOf(gcovCase.folder, gcda);
    const data = readData(once, gcda);
    const more = writeData({
      ...data,
      functions: data.functions.map(
        (entry) =>
          entry && {
            ...entry,
            counters: entry.counters.map((record) =>
              record.kind === 0
                ? { ...record, values: record.values.map((value) => Number(value) + 3) }
                : record,
            ),
          },
      ),
    });
    const found = await check(gcov, gcovCase, { [gcda]: [once, more] });
    expect(found.differences).toEqual([]);
    expect(found.compared.lines).toBeGreaterThan(0);
  });

  it('tells that it prints counts of a cut image we refuse', async () => {
    const { gcov, gcovCase, gcda } = await ofItsCompiler();
    const bytes = bytesOf(gcovCase.folder, gcda);
    const cut = bytes.subarray(0, bytes.length - 6);
    const { differences } = await check(gcov, gcovCase, { [gcda]: [cut] });
    expect(differences).toHaveLength(1);
    expect(differences[0]!.ours).toMatch(/^refused: .* ends too early: at byte \d+/);
    expect(differences[0]!.theirs).toMatch(/^\d+ executed lines/);
  });

  it('takes its refusal of data we refuse as agreement', async () => {
    const { gcov, gcovCase, gcda } = await ofItsCompiler();
    const bytes = Buffer.from(bytesOf(gcovCase.folder, gcda));
    bytes.writeUInt32LE(0xdeadbeef, 8);
    expect((await check(gcov, gcovCase, { [gcda]: [bytes] })).differences).toEqual([]);
  });
});

describe.each(REAL_TOOLS)('%s', (command) => {
  it.skipIf(!isInstalled(command))(
    'agrees on every sound case of its compiler',
    async () => {
      const gcov = await open(command);
      const root = existsSync(CORPUS) ? CORPUS : FIXTURES;
      const unequal: string[] = [];
      for (const gcovCase of suitedCases(gcov, root)) {
        if ((await foundIn(gcov, gcovCase)).length > 0) unequal.push(gcovCase.name);
      }
      expect(unequal).toEqual([]);
    },
    120_000,
  );
});

async function foundIn(gcov: Gcov, gcovCase: GcovCase): Promise<readonly unknown[]> {
  const { differences, warnings } = await check(gcov, gcovCase);
  return [...differences, ...warnings];
}

/** clang's are told apart by the name only: an llvm-cov reads what clang of any version wrote. */
function suitedCases({ tool }: Gcov, root: string): readonly GcovCase[] {
  return casesIn(root).filter(({ name, folder: home, dataFiles }) => {
    const [first] = dataFiles;
    if (first === undefined) return false;
    if (tool.family === 'llvm') return name.startsWith(`clang${tool.major}-`);
    return suitsNotes(tool, readNotes(bytesOf(home, first.gcno), first.gcno));
  });
}

function isBigEndian(home: string, gcno: string): boolean {
  return bytesOf(home, gcno)[0] === 'g'.charCodeAt(0);
}

function isInstalled(command: string): boolean {
  const [program = ''] = command.split(' ');
  return (process.env['PATH'] ?? '').split(':').some((place) => existsSync(join(place, program)));
}

it('reads text only from tools without JSON', () => {
  const tool = (family: 'gcc' | 'llvm', major: number) =>
    ({ family, major, minor: 0, version: `${major}.0` }) as const;
  expect([5, 8, 9, 16].map((major) => printsJson(tool('gcc', major)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(printsJson(tool('llvm', 19))).toBe(false);
});
