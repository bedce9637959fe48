import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCount, type Count } from '../../src/base/count.js';
import { BenchError } from '../../src/base/bench-error.js';
import { captureJson } from '../../src/capture/capture-json.js';
import { isCapturePath } from '../../src/capture/capture-path.js';
import type { BranchTriple, Capture, CapturedFile } from '../../src/capture/capture.js';
import { readCapture } from '../../src/capture/read-capture.js';

const CLEAN = readFileSync(
  join(import.meta.dirname, '..', '..', 'fixtures', 'captures', 'clean.json'),
  'utf8',
);

function refusal(bytes: string | Uint8Array): { message: string; why: string | undefined } {
  try {
    readCapture(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, 'x.json');
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    expect(error.code).toBe('MALFORMED_CAPTURE');
    return { message: error.message, why: error.why };
  }
  throw new Error('it was not refused');
}

/** Changes the reference file at one place and gives the reason it is refused for. */
function changed(old: string, replacement: string): string | undefined {
  expect(CLEAN).toContain(old);
  return refusal(CLEAN.replace(old, () => replacement)).why;
}

describe('the version', () => {
  it.each([
    ['"schema": 1', 'found v1'],
    ['"schema": 20', 'found v20'],
    ['"schema": "2"', 'found "2" (expected a whole number)'],
    ['"schema": true', 'found true (expected a whole number)'],
    ['"schema": null', 'found null (expected a whole number)'],
    ['"schema": [2]', 'found a list (expected a whole number)'],
    ['"scheme": 2', 'found none'],
  ])('%s is refused before anything else', (text, found) => {
    const other = CLEAN.replace('"schema": 2', text).replace('"tier"', '"pin"');
    expect(refusal(other)).toEqual({
      message: `malformed capture x.json: format v2 is needed, ${found}`,
      why: undefined,
    });
  });

  it('may be written 2.0, as may whole counts', () => {
    const text = CLEAN.replace('"schema": 2', '"schema": 2.0').replace('"5": 40', '"5": 4e1');
    expect(captureJson(readCapture(Buffer.from(text), 'x'))).toBe(CLEAN);
  });
});

describe('a capture file', () => {
  it('gives its values, exact and in order', () => {
    const text = CLEAN.replace('"5": 40', '"5": 18446744073709551615').replace('"13": 0', '"1": 9');
    const capture = readCapture(Buffer.from(text), 'x');
    const file = capture.files.get('src/uart.c');
    expect(file?.lines.get(5)).toBe(18446744073709551615n);
    expect([...(file?.lines.keys() ?? [])]).toEqual([5, 10, 11, 12, 1, 15, 16, 21, 22, 23]);
    expect(captureJson(capture)).toBe(text);
  });

  it('needs only what has no default', () => {
    const text = `{"schema": 2, "tier": "manual", "base_commit": "${'a'.repeat(64)}"}`;
    expect(readCapture(Buffer.from(text), 'x')).toEqual({
      tier: 'manual',
      baseCommit: 'a'.repeat(64),
      dirtyRemap: false,
      capturedAt: '',
      tester: null,
      ticket: null,
      note: null,
      labs: [],
      board: '',
      displayName: null,
      files: new Map(),
    } satisfies Capture);
  });

  it('is refused naming unknown keys, with line and column', () => {
    expect(changed('"note"', '"knote"')).toBe('12:12 knote: not a key of this format');
    expect(changed('"name": "ada"', '"name": "ada", "shift": "late"')).toBe(
      '8:29 tester.shift: not a key of this format',
    );
    expect(changed('"blob"', '"blub"')).toBe(
      '20:15 files["src/uart.c"].blub: not a key of this format',
    );
    expect(changed('"tier"', '"__proto__": {}, "tier"')).toBe(
      '3:16 __proto__: not a key of this format',
    );
    const message = refusal(CLEAN.replace('"note"', '"knote"')).message;
    expect(message).toBe('malformed capture x.json: knote: not a key of this format');
  });

  it('is refused for a key given twice', () => {
    const twice = CLEAN.replace('"13": 0', '"12": 0');
    expect(refusal(twice).message).toBe('malformed capture x.json: the key "12" twice (26:9)');
  });

  it.each([
    ['"13": 0', '"03": 0', 'lines["03"]: not a line number (1 or more, decimal, no leading zero)'],
    ['"13": 0', '"0": 0', 'lines["0"]: not a line number (1 or more, decimal, no leading zero)'],
    [
      '"13": 0',
      '"1_0": 0',
      'lines["1_0"]: not a line number (1 or more, decimal, no leading zero)',
    ],
    ['"13": 0', '"13": -1', 'lines["13"]: a count cannot be negative'],
    ['"13": 0', '"13": 5.5', 'lines["13"]: expected a whole number'],
    ['"13": 0', '"13": "5"', 'lines["13"]: expected a whole number'],
    ['"13": 0', '"13": true', 'lines["13"]: expected a whole number'],
    ['"13": 0', '"13": null', 'lines["13"]: expected a whole number'],
    ['"13": 0', '"13": -18446744073709551615', 'lines["13"]: a count cannot be negative'],
  ])('is refused for %s written %s', (old, replacement, cause) => {
    expect(changed(old, replacement)).toMatch(/^26:\d+ files\["src\/uart\.c"\]\./);
    expect(changed(old, replacement)).toContain(`files["src/uart.c"].${cause}`);
  });

  it('is refused for more mistakes than can be named', () => {
    const rows = Array.from({ length: 500_000 }, (_, index) => `"x${index}": 1`);
    expect(refusal(CLEAN.replace('"13": 0', rows.join(','))).message).toBe(
      'malformed capture x.json: it does not fit the format in more places than can be named',
    );
  });

  it('is refused for a branch of other than three numbers', () => {
    const why = changed('            0,\n            0,\n            33\n', '            0, 0\n');
    expect(why).toBe(
      '35:11 files["src/uart.c"].branches["11"][0]: expected [block, branch, taken]: whole numbers from 0, taken or null',
    );
  });

  it('is refused for branches that are no list, no whole numbers or below zero', () => {
    const wrong = (text: string): string | undefined =>
      refusal(CLEAN.replace(/"11": \[[^]*?\n {8}\]/, `"11": ${text}`)).why?.split(': ')[1];
    expect(wrong('7')).toBe('expected a list of branches');
    for (const item of ['[0, 0]', '[0, 0, 1.5]', '[-1, 0, 1]', '[0, 0, -1]', '[0, "0", 1]', '{}']) {
      expect(wrong(`[[0, 0, null], ${item}]`)).toBe('expected [block, branch, taken]');
    }
    expect(wrong('[[0, 0, true]]')).toBe('expected [block, branch, taken]');
  });

  it.each(['HEAD', 'main', '--output=x', 'e75c84f', 'E'.repeat(40), 'e'.repeat(41)])(
    'is refused for the base commit %s',
    (base) => {
      expect(changed('e75c84f1c2b8b033aa0bd2a95e748ce5d6cf6871', base)).toBe(
        '4:18 base_commit: expected a full object id (40 or 64 hex digits)',
      );
    },
  );

  it('is refused for values of another type, several at once', () => {
    const text = CLEAN.replace('"dirty_remap": false', '"dirty_remap": "no"')
      .replace('"ticket": "PROJ-123"', '"ticket": 7')
      .replace('"lab1"', '1')
      .replace('"name": "ada"', '"name": null')
      .replace('"board": "mps2_an385"', '"board": null')
      .replace('"tier": "manual"', '"tier": null');
    expect(refusal(text).why?.split('\n')).toEqual([
      '3:11 tier: expected a text',
      '5:18 dirty_remap: expected true or false',
      '8:13 tester.name: expected a text',
      '11:13 ticket: expected a text or null',
      '14:5 labs[0]: expected a text',
      'and 1 more',
    ]);
  });

  it('is refused quickly however much is wrong with it', () => {
    const lines = Array.from({ length: 50_000 }, (_, n) => `"${n + 1}": -1`).join(',');
    const why = refusal(CLEAN.replace('"5": 40,', `${lines},`).replace('"10": 7,', '')).message;
    expect(why).toContain('twice');
    const only = CLEAN.replace(/"lines": \{[^}]*\}/, `"lines": {${lines}}`);
    expect(refusal(only).why).toContain('and 49995 more');
  });

  it('is refused when it is not JSON, not UTF-8 or too deep', () => {
    expect(refusal(CLEAN.slice(0, -30)).message).toBe(
      'malformed capture x.json: the end of the file where a comma should be (56:12)',
    );
    expect(refusal(`${CLEAN},`).message).toBe('malformed capture x.json: "," after the end (61:2)');
    expect(refusal('').message).toBe(
      'malformed capture x.json: the end of the file where a value should be (1:1)',
    );
    expect(refusal('{"a": 1,}').message).toBe(
      'malformed capture x.json: "}" where a key should be (1:9)',
    );
    expect(refusal('{"a" 1}').message).toBe(
      'malformed capture x.json: a value where a colon should be (1:6)',
    );
    expect(refusal('[NaN]').message).toBe(
      'malformed capture x.json: "N" where a value should be (1:2)',
    );
    expect(refusal('"\\ud800"').message).toBe(
      'malformed capture x.json: a text with half a character (a lone surrogate) (1:1)',
    );
    expect(refusal('"\u0001"').message).toBe(
      'malformed capture x.json: a text with a control character or a wrong escape (1:1)',
    );
    expect(refusal(`[${'9'.repeat(50_000)}]`).message).toBe(
      'malformed capture x.json: a number of more than 40 digits (1:2)',
    );
    expect(refusal('['.repeat(1_000_000)).message).toBe(
      'malformed capture x.json: too deeply nested (1:65)',
    );
    expect(refusal(`\ufeff${CLEAN}`).message).toBe(
      'malformed capture x.json: it starts with a byte-order mark',
    );
    expect(refusal(Buffer.from([0x7b, 0xff, 0x7d])).message).toBe(
      'malformed capture x.json: it is not UTF-8 text',
    );
    expect(refusal('3').message).toBe('malformed capture x.json: it is not a JSON object');
  });

  it('never crashes on damaged bytes', () => {
    const bytes = Buffer.from(CLEAN);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
        const damaged = Buffer.from(isCut ? bytes.subarray(0, at) : bytes);
        if (!isCut) damaged[at] = byte;
        try {
          readCapture(damaged, 'x');
        } catch (error) {
          expect(error).toBeInstanceOf(BenchError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a path in a capture', () => {
  it.each(['src/a.c', '__proto__', '123', 'a b', 'ü', '*.c', '-x', '..a/b..', 'x/.gitx', 'a\\b'])(
    '%j is one inside the project',
    (path) => expect(isCapturePath(path)).toBe(true),
  );
  it.each([
    '',
    '/a',
    'a/',
    'a//b',
    './a',
    'a/.',
    '..',
    'a/../b',
    '.git/config',
    'x/.GIT/y',
    'C:/a',
    'C:\\a',
    'a\0b',
  ])('%j is not', (path) => expect(isCapturePath(path)).toBe(false));
});

describe('writing and reading', () => {
  const count: fc.Arbitrary<Count> = fc.oneof(fc.nat(), fc.bigInt(0n, 2n ** 64n - 1n).map(toCount));
  const path = fc
    .oneof(
      fc.constantFrom('__proto__', '123', 'constructor', 'a/b.c'),
      fc.string({ unit: 'grapheme' }),
    )
    .filter(isCapturePath);
  const line = fc.integer({ min: 1, max: 999_999_999 });
  const taken: fc.Arbitrary<Count | null> = fc.option(count);
  const triple: fc.Arbitrary<BranchTriple> = fc.tuple(fc.nat(), fc.nat(), taken);
  const id = fc.stringMatching(/^[0-9a-f]{40}$/);
  const map = <K, V>(key: fc.Arbitrary<K>, value: fc.Arbitrary<V>): fc.Arbitrary<Map<K, V>> =>
    fc.array(fc.tuple(key, value), { maxLength: 8 }).map((pairs) => new Map(pairs));
  const file: fc.Arbitrary<CapturedFile> = fc.record({
    blob: fc.option(id),
    lines: map(line, count),
    branches: map(line, fc.array(triple, { maxLength: 3 })),
  });
  const text = fc.string({ unit: 'grapheme' });
  const capture: fc.Arbitrary<Capture> = fc.record({
    tier: text,
    baseCommit: id,
    dirtyRemap: fc.boolean(),
    capturedAt: text,
    tester: fc.option(fc.oneof(fc.record({ name: text }), fc.record({ name: text, email: text }))),
    ticket: fc.option(text),
    note: fc.option(fc.string({ unit: 'binary' })),
    labs: fc.array(text, { maxLength: 3 }),
    board: text,
    displayName: fc.option(text),
    files: map(path, file),
  });

  it('gives the same capture, counts exact, order kept', () => {
    fc.assert(
      fc.property(capture, (one) => {
        const written = captureJson(one);
        const read = readCapture(Buffer.from(written), 'x');
        expect(read).toEqual(one);
        expect([...read.files.keys()]).toEqual([...one.files.keys()]);
        expect(captureJson(read)).toBe(written);
        expect(written.endsWith('\n')).toBe(false);
      }),
    );
  });

  it('writes text raw but for quotes, backslashes and controls', () => {
    const base = readCapture(Buffer.from(CLEAN), 'x');
    const note = 'é板\u2028\u007f/"\\\b\t\n\f\r\u0001\u001f';
    const written = captureJson({ ...base, note });
    expect(written).toContain('"note": "é板\u2028\u007f/\\"\\\\\\b\\t\\n\\f\\r\\u0001\\u001f"');
  });
});
