import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeObjects, type DecodeResult } from '../../src/gcov/decode-objects.js';
import { mergeUnits } from '../../src/gcov/merge-units.js';
import { indexNotes } from '../../src/gcov/notes-index.js';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { readData } from '../../src/gcov/read-data.js';
import { writeData } from '../../src/gcov/write-data.js';
import { bytesOf, expected, FIXTURES, neutral, rawObject, refusalOf } from './gcov-cases.js';

const BASIC = join(FIXTURES, 'gcc12-basic-O0');
const GRAPH = join(FIXTURES, 'gcc12-graph-O0');
const OPTIMISED = join(FIXTURES, 'gcc12-basic-O2');

interface NotesFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

function notesFile(folder: string, file: string, path = file): NotesFile {
  return { path, bytes: bytesOf(folder, file) };
}

function decode(
  objects: readonly RawObject[],
  notes: readonly NotesFile[],
  partial = false,
): DecodeResult {
  return decodeObjects(objects, indexNotes(notes), { partial });
}

/** The same file with another stamp, as a build of another moment or with a fixed seed has. */
function withStamp(bytes: Uint8Array, stamp: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  new DataView(changed.buffer).setUint32(8, stamp, true);
  return changed;
}

/** Lines hit in the units, by unit. */
function hits(result: DecodeResult): Record<string, number> {
  return Object.fromEntries(
    result.units.map(({ name, files }) => [
      name,
      [...files.values()].flatMap((file) => [...file.lines.values()]).filter((count) => count > 0)
        .length,
    ]),
  );
}

describe('finding notes', () => {
  it('keeps apart objects of one base name in a flat folder', () => {
    const plain = rawObject('dump/basic.gcda', bytesOf(BASIC, 'basic.gcda'));
    const optimised = rawObject('dump/basic.gcda', bytesOf(OPTIMISED, 'basic.gcda'));
    const notes = [
      notesFile(OPTIMISED, 'basic.gcno', 'o2/basic.gcno'),
      notesFile(BASIC, 'basic.gcno', 'o0/basic.gcno'),
    ];
    const result = decode([plain, optimised], notes);
    const [o2, o0] = result.units;
    expect(neutral(o0!.files.values())).toEqual(expected(BASIC));
    expect(neutral(o2!.files.values())).toEqual(expected(OPTIMISED));
  });

  it('finds notes whatever the files are called', () => {
    const object = rawObject('#home#board#a.gcda', bytesOf(BASIC, 'basic.gcda'));
    const result = decode([object], [notesFile(BASIC, 'basic.gcno', 'renamed.gcno')]);
    expect(neutral(mergeUnits(result.units).values())).toEqual(expected(BASIC));
  });

  it('explains a stamp of another build', () => {
    const object = rawObject('basic.gcda', bytesOf(BASIC, 'basic.gcda'));
    const notes = {
      path: 'build/basic.gcno',
      bytes: withStamp(bytesOf(BASIC, 'basic.gcno'), 0x12345678),
    };
    const error = refusalOf(() => decode([object], [notes]));
    expect(error).toMatchObject({
      code: 'BUILD_MISMATCH',
      message: 'basic.gcda comes from another build than the notes',
      why: 'at byte 8 (0x8): expected stamp 0x12345678 (GCC 12.2) as in build/basic.gcno, found stamp 0x2e50a067 (GCC 12.2); its 6 functions are the same there: the product was rebuilt after the board was flashed, or the board runs another build',
      hints: [
        'flash the firmware of this build and drive the board again',
        'or give the .gcno files of the build that runs on the board: --notes DIR',
      ],
    });
  });

  it('goes by functions where a fixed seed gives every file one stamp, and says so', () => {
    const fixed = (folder: string, file: string): Uint8Array =>
      withStamp(bytesOf(folder, file), 0xffffffff);
    const notes = [
      { path: 'a/graph.gcno', bytes: fixed(GRAPH, 'graph.gcno') },
      { path: 'b/basic.gcno', bytes: fixed(BASIC, 'basic.gcno') },
    ];
    const result = decode([rawObject('basic.gcda', fixed(BASIC, 'basic.gcda'))], notes);
    expect(hits(result)['a/graph.gcno']).toBe(0);
    expect(neutral(result.units[1]!.files.values())).toEqual(expected(BASIC));
    expect(result.warnings).toEqual([
      '1 objects were built with a fixed random seed, so their stamps do not tell builds apart; their notes were found by the checksums of their functions',
    ]);
  });

  it('takes the notes of the nearest path when several fit, and refuses to guess', () => {
    const notes = bytesOf(BASIC, 'basic.gcno');
    // The same unit compiled in another folder: only the working directory differs.
    const moved = Uint8Array.from(notes);
    const at = Buffer.from(notes).indexOf('/src/corpus');
    moved.set(Buffer.from('/tmp'), at);
    const object = rawObject('/fw/two/basic.gcda', bytesOf(BASIC, 'basic.gcda'));
    const one = { path: 'out/one/basic.gcno', bytes: notes };
    const result = decode([object], [one, { path: 'out/two/basic.gcno', bytes: moved }]);
    expect(hits(result)['out/one/basic.gcno']).toBe(0);
    expect(hits(result)['/fw/two/basic.gcda']).toBeGreaterThan(0);
    const error = refusalOf(() => decode([object], [one, { path: 'x/basic.gcno', bytes: moved }]));
    expect(error).toMatchObject({
      code: 'BUILD_MISMATCH',
      message: 'several notes files fit /fw/two/basic.gcda and nothing tells which is right',
      why: 'same stamp and functions: out/one/basic.gcno and x/basic.gcno',
    });
  });

  it('counts equal notes files once', () => {
    const notes = [notesFile(BASIC, 'basic.gcno', 'a'), notesFile(BASIC, 'basic.gcno', 'b')];
    const result = decode([rawObject('x.gcda', bytesOf(BASIC, 'basic.gcda'))], notes);
    expect(Object.keys(hits(result))).toEqual(['x.gcda']);
  });
});

describe('decodeObjects', () => {
  const sound = rawObject('basic.gcda', bytesOf(BASIC, 'basic.gcda'));
  const notes = [notesFile(BASIC, 'basic.gcno'), notesFile(GRAPH, 'graph.gcno')];

  it('counts units without data as never run', () => {
    const result = decode([sound], notes);
    expect(hits(result)).toEqual({ 'basic.gcda': 59, 'graph.gcno': 0 });
  });

  it('adds several boots of one unit', () => {
    const result = decode([sound, rawObject('again.gcda', sound.bytes)], notes);
    const once = decode([sound], notes).units[0]!.files.get('src/basic.c')!;
    const twice = result.units[0]!.files.get('src/basic.c')!;
    for (const [line, count] of once.lines) expect(twice.lines.get(line)).toBe(Number(count) * 2);
  });

  it('reports an object without notes and goes on with the others', () => {
    const foreign = rawObject('lib/graph.gcda', bytesOf(GRAPH, 'graph.gcda'));
    const result = decode([sound, foreign], [notes[0]!]);
    expect(result.objects).toEqual([
      { path: 'basic.gcda', status: 'ok', reason: null },
      {
        path: 'lib/graph.gcda',
        status: 'unknown',
        reason: 'no notes file (.gcno) has its stamp',
      },
    ]);
    expect(result.warnings).toEqual([
      'lib/graph.gcda: no notes file (.gcno) belongs to it, so it is not counted',
    ]);
  });

  it('refuses when no object has notes', () => {
    expect(refusalOf(() => decode([sound], [notes[1]!]))).toMatchObject({
      code: 'NOTES_MISSING',
      message: 'none of the objects has its notes file (.gcno)',
      why: '1 objects, the first is basic.gcda; 1 notes files were looked at',
    });
  });

  it('refuses what did not arrive whole, and with partial goes on and says so', () => {
    const missing: RawObject = {
      path: 'graph.gcda',
      bytes: new Uint8Array(),
      status: 'missing',
      reason: 'it is part of the firmware but not of the dump',
      origin: { source: 'board.log', format: 'zephyr dump' },
    };
    expect(refusalOf(() => decode([sound, missing], notes))).toMatchObject({
      code: 'DAMAGED_DUMP',
      message: 'graph.gcda is missing from the dump',
      why: 'it is part of the firmware but not of the dump',
    });
    const result = decode([sound, missing], notes, true);
    expect(result.objects[1]).toEqual({
      path: 'graph.gcda',
      status: 'missing',
      reason: 'it is part of the firmware but not of the dump',
    });
    expect(hits(result)).toEqual({ 'basic.gcda': 59, 'graph.gcno': 0 });
  });

  it('names every object that cannot be used in one refusal', () => {
    const cut = sound.bytes.subarray(0, 100);
    const error = refusalOf(() =>
      decode([rawObject('a.gcda', cut), rawObject('b.gcda', cut), sound], notes),
    );
    expect(error.code).toBe('BAD_DATA');
    expect(error.message).toBe('2 objects cannot be used; a.gcda ends too early');
    expect(error.why?.split('\n')[1]).toBe('b.gcda ends too early');
  });

  it('takes an object of another build as unknown, not as damaged', () => {
    const other = rawObject('basic.gcda', withStamp(sound.bytes, 1));
    const result = decode([other], notes, true);
    expect(result.objects[0]?.status).toBe('unknown');
    expect(hits(result)).toEqual({ 'basic.gcno': 0, 'graph.gcno': 0 });
  });

  it('does without damaged notes that no object needs, and says so', () => {
    const cut = { path: 'old/cut.gcno', bytes: bytesOf(GRAPH, 'graph.gcno').subarray(0, 300) };
    const result = decode([sound], [notes[0]!, cut]);
    expect(hits(result)).toEqual({ 'basic.gcda': 59 });
    expect(result.warnings).toEqual([
      expect.stringMatching(
        /^old\/cut\.gcno ends too early: its sources are not counted \(at byte \d+ .*\)$/,
      ),
    ]);
  });

  it('mentions counters that contradict each other', () => {
    const folder = join(FIXTURES, 'gcc12-big-single');
    const result = decode(
      [rawObject('graph.gcda', bytesOf(folder, 'graph.gcda'))],
      [notesFile(folder, 'graph.gcno')],
    );
    expect(result.warnings).toEqual([
      'graph.gcda: counters contradict each other (counted by interrupts or threads at once, or damaged): src/graph.c line 108 has a negative count',
    ]);
  });

  it('refuses data that ends cleanly before the last function', () => {
    const folder = join(FIXTURES, 'gcc10-graph');
    const data = readData(bytesOf(folder, 'graph.gcda'), 'x');
    const cut = writeData({ ...data, functions: data.functions.slice(0, -1) });
    const error = refusalOf(() =>
      decode([rawObject('graph.gcda', cut)], [notesFile(folder, 'graph.gcno')]),
    );
    expect(error.code).toBe('BAD_DATA');
    expect(error.message).toBe('graph.gcda does not hold every function');
    expect(error.why).toMatch(
      /^at byte \d+ \(0x[0-9a-f]+\): expected behind this one records or placeholders of all (\d+) functions as in graph\.gcno, found \d+; the first without is \w+; the file says GCC 10\.2$/,
    );
  });

  it('names the place of the first function when data holds none', () => {
    const folder = join(FIXTURES, 'gcc10-graph');
    const data = readData(bytesOf(folder, 'graph.gcda'), 'x');
    const cut = writeData({ ...data, functions: [] });
    const error = refusalOf(() =>
      decode([rawObject('graph.gcda', cut)], [notesFile(folder, 'graph.gcno')]),
    );
    expect(error.why).toMatch(
      /^at byte 12 \(0xc\): expected records or placeholders of all \d+ functions as in graph\.gcno, found 0; the first without is \w+; the file says GCC 10\.2$/,
    );
  });

  it('refuses another function of the same stamp and name, with a fixed seed too', () => {
    const folder = join(FIXTURES, 'gcc10-graph');
    const data = readData(bytesOf(folder, 'graph.gcda'), 'x');
    const first = data.functions[0]!;
    const changed = writeData({
      ...data,
      stamp: 0xffffffff,
      functions: [{ ...first, lineChecksum: 1 }, ...data.functions.slice(1)],
    });
    const notesBytes = withStamp(bytesOf(folder, 'graph.gcno'), 0xffffffff);
    const error = refusalOf(() =>
      decode([rawObject('graph.gcda', changed)], [{ path: 'graph.gcno', bytes: notesBytes }]),
    );
    expect(error.code).toBe('BUILD_MISMATCH');
    expect(error.why).toMatch(
      /^at byte \d+ \(0x[0-9a-f]+\): expected line checksum 0x[0-9a-f]{8} of \w+ as in graph\.gcno, found 0x00000001; the file says GCC 10\.2$/,
    );
  });

  it('accepts notes and data of different byte orders', () => {
    const data = readData(sound.bytes, 'x');
    const swapped = rawObject('basic.gcda', writeData({ ...data, endian: 'big' }));
    expect(neutral(mergeUnits(decode([swapped], [notes[0]!]).units).values())).toEqual(
      expected(BASIC),
    );
  });
});
