import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readNotes } from '../../src/gcov/read-notes.js';
import { bytesOf, casesIn, FIXTURES, refusalOf } from './gcov-cases.js';

const BASIC = bytesOf(join(FIXTURES, 'gcc12-basic-O0'), 'basic.gcno');

describe('readNotes', () => {
  it('reads functions, graphs and lines', () => {
    const notes = readNotes(BASIC, 'basic.gcno');
    expect(notes).toMatchObject({
      version: { major: 12, minor: 2 },
      stamp: 0x2e50a067,
      compileDirectory: '/src/corpus/gcc12-basic-O0',
      isClang: false,
    });
    expect(notes.functions.map(({ name, path, startLine }) => [name, path, startLine])).toEqual([
      ['main', 'src/basic.c', 86],
      ['never_called', 'src/basic.c', 77],
      ['retry', 'src/basic.c', 63],
      ['nest', 'src/basic.c', 40],
      ['pick', 'src/basic.c', 17],
      ['classify', 'src/basic.c', 5],
    ]);
  });

  it('tells clang from GCC, whose versions overlap', () => {
    for (const { name, folder, dataFiles } of casesIn(FIXTURES)) {
      for (const { gcno } of dataFiles) {
        const { isClang } = readNotes(bytesOf(folder, gcno), gcno);
        expect(`${name} ${isClang}`).toBe(`${name} ${name.startsWith('clang')}`);
      }
    }
  });

  it('refuses notes cut inside a record, with the place', () => {
    expect(refusalOf(() => readNotes(BASIC.subarray(0, 1485), 'basic.gcno'))).toMatchObject({
      code: 'BAD_NOTES',
      message: 'basic.gcno ends too early',
      why: 'at byte 1477 (0x5c5): expected 20 bytes of a record, found 8 bytes to the end of the file; the file says GCC 12.2',
      hints: ['copy the .gcno file again from the folder the running firmware was built in'],
    });
  });

  it('refuses more blocks than the file can hold', () => {
    const forged = Uint8Array.from(BASIC);
    const view = new DataView(forged.buffer);
    const at = Buffer.from(forged).indexOf(Buffer.from([0, 0, 0x41, 1]));
    view.setUint32(at + 8, 0x7fffffff, true);
    expect(refusalOf(() => readNotes(forged, 'x.gcno')).message).toBe(
      'x.gcno announces more blocks than it can hold',
    );
  });

  it('refuses a GCC from before the graph checksum', () => {
    const folder = join(FIXTURES, 'clang14-v402');
    const forged = Uint8Array.from(bytesOf(folder, 'graph.gcno'));
    // clang numbers its functions from 0; the first ident follows tag and length.
    new DataView(forged.buffer).setUint32(20, 77, true);
    expect(refusalOf(() => readNotes(forged, 'x.gcno')).message).toBe(
      'x.gcno is of a compiler too old to support',
    );
  });
});
