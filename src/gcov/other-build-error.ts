import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { CounterData } from './counter-data.js';
import { describeVersion } from './gcov-version.js';
import type { NotesEntry } from './notes-entry.js';
import { findDifference } from './pair-data.js';
import { atByte, hex } from './record-reader.js';

/** What to say of data whose source is in the notes, but of another build. */
export function otherBuildError(entry: NotesEntry, data: CounterData, path: string): BenchError {
  const isVersion = entry.versionWord !== data.versionWord;
  const expected = isVersion
    ? `${describeVersion(entry.versionWord)} (${hex(entry.versionWord)})`
    : `stamp ${hex(entry.stamp)} (${describeVersion(entry.versionWord)})`;
  const found = isVersion
    ? `${describeVersion(data.versionWord)} (${hex(data.versionWord)})`
    : `stamp ${hex(data.stamp)} (${describeVersion(data.versionWord)})`;
  return new BenchError(
    'BUILD_MISMATCH',
    `${printable(path)} comes from another build than the notes`,
    {
      why: `${atByte(isVersion ? 4 : 8)}: expected ${expected} as in ${printable(entry.path)}, found ${found}; ${change(entry, data)}: the product was rebuilt after the board was flashed, or the board runs another build`,
      hints: [
        'flash the firmware of this build and drive the board again',
        'or give the .gcno files of the build that runs on the board: --notes DIR',
      ],
    },
  );
}

/** What became of the functions between the two builds. */
function change(entry: NotesEntry, data: CounterData): string {
  const byIdent = new Map(entry.functions.map((identity) => [identity.ident, identity]));
  const present = data.functions.filter((counters) => counters !== null);
  const same = present.filter((counters) => {
    const identity = byIdent.get(counters.ident);
    return identity !== undefined && findDifference(identity, counters) === null;
  });
  const isSame = same.length === present.length && entry.functions.length === data.functions.length;
  return isSame
    ? `its ${present.length} functions are the same there`
    : `${same.length} of its ${present.length} functions are the same there`;
}
