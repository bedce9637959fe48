import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crc32Word, identityChecksum } from '../../src/gcov/crc32.js';
import { readData } from '../../src/gcov/read-data.js';
import { readNotes } from '../../src/gcov/read-notes.js';
import { bytesOf, FIXTURES } from './gcov-cases.js';

describe('identityChecksum', () => {
  it('is the checksum GCC puts into the data, from the notes alone', () => {
    const folder = join(FIXTURES, 'gcc12-templ-O0');
    const notes = readNotes(bytesOf(folder, 'templ.gcno'), 'templ.gcno');
    const data = readData(bytesOf(folder, 'templ.gcda'), 'templ.gcda');
    expect(identityChecksum(notes.functions)).toBe(data.checksum);
  });

  it('depends on every word and on their order', () => {
    const a = { ident: 1, lineChecksum: 2, graphChecksum: 3 };
    const b = { ident: 2, lineChecksum: 1, graphChecksum: 3 };
    expect(identityChecksum([a])).not.toBe(identityChecksum([b]));
    expect(identityChecksum([a, b])).not.toBe(identityChecksum([b, a]));
    expect(identityChecksum([])).toBe(0);
    expect(crc32Word(0, 1)).toBe(0x04c11db7);
  });
});
