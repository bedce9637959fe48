import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeObjects } from '../../src/gcov/decode-objects.js';
import { indexNotes } from '../../src/gcov/notes-index.js';
import { readNotes } from '../../src/gcov/read-notes.js';
import { bytesOf, FIXTURES, rawObject, refusalOf } from './gcov-cases.js';

const BASIC = Buffer.from(bytesOf(join(FIXTURES, 'gcc12-basic-O0'), 'basic.gcno'));
const FIRST_FUNCTION = 51;
const [NAME, ARTIFICIAL, START_LINE, END_LINE] = [71, 80, 100, 108].map((at) => at);
const ARCS = BASIC.indexOf(Buffer.from([0, 0, 0x43, 1]));
const LINES = BASIC.indexOf(Buffer.from([0, 0, 0x45, 1]));

/** What reading the notes with one word changed is refused for. */
function whyWith(at: number, word: number): string | undefined {
  const changed = Buffer.from(BASIC);
  changed.writeUInt32LE(word, at);
  return refusalOf(() => readNotes(changed, 'basic.gcno')).why;
}

// Each of these gcov counts otherwise than the notes as they were, or calls corrupted, or dies of.
describe('damaged notes are refused', () => {
  it('for a name that ends too soon or not at all', () => {
    expect(BASIC.toString('latin1', NAME! + 4, NAME! + 9)).toBe('main\0');
    expect(whyWith(NAME! + 4, 0x6e00616d)).toBe(
      'at byte 71 (0x47): expected 5 bytes that end with the first zero byte, found a zero byte at byte 77; the file says GCC 12.2',
    );
    const endless = Buffer.from(BASIC);
    endless.fill(0x61, NAME! + 8, NAME! + 9);
    const { why } = refusalOf(() => readNotes(endless, 'basic.gcno'));
    expect(why).toMatch(/^at byte 71 \(0x47\): expected 5 bytes that end with the first zero byte/);
  });

  it('for a flag that is neither 0 nor 1', () => {
    expect(BASIC.readUInt32LE(ARTIFICIAL)).toBe(0);
    expect(whyWith(ARTIFICIAL!, 2)).toBe(
      'at byte 80 (0x50): expected 0 or 1 as the artificial flag, found 2; the file says GCC 12.2',
    );
  });

  it('for functions that start or end where no source does, or end before they start', () => {
    expect([BASIC.readUInt32LE(START_LINE), BASIC.readUInt32LE(END_LINE)]).toEqual([86, 102]);
    expect(whyWith(START_LINE!, 0x7fffffff)).toBe(
      'at byte 100 (0x64): expected at most 16777216, found 2147483647; the file says GCC 12.2',
    );
    expect(whyWith(END_LINE!, 0x7fffffff)).toBe(
      'at byte 108 (0x6c): expected at most 16777216, found 2147483647; the file says GCC 12.2',
    );
    expect(whyWith(END_LINE!, 85)).toBe(
      'at byte 108 (0x6c): expected an end line from 86 on, found 85; the file says GCC 12.2',
    );
  });

  it('for the arcs of a block that come a second time or out of order', () => {
    const second = ARCS + 8 + BASIC.readUInt32LE(ARCS + 4);
    expect(whyWith(second + 8, BASIC.readUInt32LE(ARCS + 8))).toMatch(
      /expected arcs from a block behind block 0, found arcs from block 0; the file says GCC 12\.2$/,
    );
  });

  it('for a line without a path before it, unless its block had one', () => {
    // Tag, length, block and line; then no path and the end of the record.
    const record = (block: number): Buffer => {
      const bytes = Buffer.alloc(24);
      [0x01450000, 16, block, 7].forEach((word, index) => bytes.writeUInt32LE(word, index * 4));
      return bytes;
    };
    const end = LINES + 8 + BASIC.readUInt32LE(LINES + 4);
    const block = BASIC.readUInt32LE(LINES + 8);
    const read = (at: number, of: number) =>
      readNotes(Buffer.concat([BASIC.subarray(0, at), record(of), BASIC.subarray(at)]), 'b.gcno');
    const place = (at: number): string => `at byte ${at} (0x${at.toString(16)})`;
    expect(refusalOf(() => read(LINES, block))).toMatchObject({
      code: 'BAD_NOTES',
      message: 'b.gcno names a line without its source',
      why: `${place(LINES + 12)}: expected a path before the first line of block ${block}, found line 7; the file says GCC 12.2`,
    });
    expect(refusalOf(() => read(end, block + 1)).why).toBe(
      `${place(end + 12)}: expected a path before the first line of block ${block + 1}, found line 7; the file says GCC 12.2`,
    );
    expect(read(end, block).sources).toEqual(readNotes(BASIC, 'b.gcno').sources);
  });

  it('for a record of another kind inside a function', () => {
    expect(whyWith(LINES, 0xa1000000)).toMatch(
      /expected a function record first, found 0x01450000; the file says GCC 12\.2$/,
    );
    expect(whyWith(LINES, 0x01200000)).toMatch(/expected a function record first/);
  });

  it('but not for an unknown record that belongs to the function', () => {
    const changed = Buffer.from(BASIC);
    changed.writeUInt32LE(0x01ff0000, LINES);
    const { functions } = readNotes(changed, 'basic.gcno');
    expect(functions[0]).toMatchObject({ name: 'main', offset: FIRST_FUNCTION });
  });

  it('when arcs are missing, so that counts depend on who derives them', () => {
    const folder = join(FIXTURES, 'gcc12-dense-line');
    const notes = bytesOf(folder, 'dense.gcno');
    const cut = Buffer.concat([notes.subarray(0, 3276), notes.subarray(3296)]);
    const objects = [rawObject('dense.gcda', bytesOf(folder, 'dense.gcda'))];
    const index = indexNotes([{ path: 'dense.gcno', bytes: cut }]);
    const error = refusalOf(() => decodeObjects(objects, index, { partial: false }));
    expect(error).toMatchObject({
      code: 'BAD_NOTES',
      message: 'dense.gcno describes a function whose counts cannot be derived',
    });
    expect(error.why).toMatch(/^at byte \d+ \(0x[0-9a-f]+\): expected .+, found .+ GCC 12\.2$/);
  });
});
