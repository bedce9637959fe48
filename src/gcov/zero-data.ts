import { ARC_KIND, type CounterData } from './counter-data.js';
import type { Notes } from './notes.js';

/**
 * The data of a unit that was there and never ran: every counter zero. gcov before GCC 8 prints
 * nothing at all of a unit without data.
 */
export function zeroData(notes: Notes, endian: CounterData['endian']): CounterData {
  return {
    endian,
    versionWord: notes.version.word,
    stamp: notes.stamp,
    checksum: null,
    summary: null,
    functions: notes.functions.map(({ ident, lineChecksum, graphChecksum, counterCount }) => ({
      ident,
      lineChecksum,
      graphChecksum,
      counters: [{ kind: ARC_KIND, values: Array.from({ length: counterCount }, () => 0) }],
    })),
    hasEndWord: true,
  };
}
