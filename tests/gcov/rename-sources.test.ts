import { describe, expect, it } from 'vitest';
import { readNotes } from '../../src/gcov/read-notes.js';
import { renameSources } from '../../src/gcov/rename-sources.js';
import { bytesOf, FIXTURES } from './gcov-cases.js';

describe('renameSources', () => {
  it.each([
    'avr5-fsm-Os/fsm.gcno',
    'arm-none8-fsm-O2/fsm_main.gcno',
    'clang14-classes/classes.gcno',
    'clang22-basic/basic.gcno',
    'gcc11-stops/stops.gcno',
    's390x12-graph-O2/graph.gcno',
  ])('changes nothing but the names in %s', (path) => {
    const bytes = bytesOf(FIXTURES, path);
    const notes = readNotes(bytes, path);
    const renamed = renameSources(bytes, notes);
    if (notes.version.major >= 12 && !notes.isClang) {
      // Lengths count bytes there; such a gcov prints JSON and needs no sources.
      expect(renamed).toBeNull();
      return;
    }
    const again = readNotes(renamed!.bytes, path);
    expect(renamed!.bytes.length).toBe(bytes.length);
    expect(again.sources).toEqual(renamed!.sources.map(({ name }) => name));
    expect(renamed!.sources.map((source) => source.path)).toEqual(notes.sources);
    expect({ ...again, sources: [], functions: again.functions.map(withoutPath) }).toEqual({
      ...notes,
      sources: [],
      functions: notes.functions.map(withoutPath),
    });
  });

  it('knows the last line the notes speak of', () => {
    const path = 'avr5-fsm-Os/fsm.gcno';
    const bytes = bytesOf(FIXTURES, path);
    const { sources } = renameSources(bytes, readNotes(bytes, path))!;
    expect(sources).toEqual([{ path: 'src/fsm.c', name: 's0', lastLine: 96 }]);
  });
});

function withoutPath(entry: object): object {
  return { ...entry, path: '' };
}
