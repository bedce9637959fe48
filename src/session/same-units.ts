import type { CounterData } from '../gcov/counter-data.js';
import type { RawObject } from '../gcov/raw-object.js';
import { unitIdentity } from '../gcov/unit-identity.js';
import { isSound } from '../gcov/is-sound.js';
import { readDataOrNull } from '../gcov/read-data-or-null.js';

/** An object of one of several lists, read. */
export interface ReadObject {
  /** Which list it is of. */
  readonly at: number;
  readonly object: RawObject;
  readonly data: CounterData;
}

const STAMP_END = 12;
const CHECKSUM_END = 16;

/**
 * The objects that are of one compilation, group by group, whatever their names; those that no other
 * object is like are passed over unread. Objects that are not sound are of no group.
 */
export function* sameUnits(
  lists: readonly (readonly RawObject[])[],
): Generator<readonly ReadObject[]> {
  const byHead = new Map<string, { readonly at: number; readonly object: RawObject }[]>();
  for (const [at, objects] of lists.entries()) {
    for (const object of objects) {
      if (object.bytes.length < STAMP_END || !isSound(object)) continue;
      const head = headOf(object.bytes);
      const same = byHead.get(head);
      if (same === undefined) byHead.set(head, [{ at, object }]);
      else same.push({ at, object });
    }
  }
  for (const candidates of byHead.values()) {
    if (candidates.length === 1) continue;
    const units = new Map<string, ReadObject[]>();
    for (const { at, object } of candidates) {
      const data = readDataOrNull(object.bytes, object.path);
      if (data === null) continue;
      const key = unitIdentity(data);
      const unit = units.get(key);
      if (unit === undefined) units.set(key, [{ at, object, data }]);
      else unit.push({ at, object, data });
    }
    for (const unit of units.values()) if (unit.length > 1) yield unit;
  }
}

/** Magic, version and stamp, and the checksum that GCC 12 and later put behind: a compilation. */
function headOf(bytes: Uint8Array): string {
  const isLittle = bytes[0] === 0x61;
  const [letter = 0, digit = 0] = isLittle ? [bytes[7], bytes[6]] : [bytes[4], bytes[5]];
  const hasChecksum = letter > 0x42 || (letter === 0x42 && digit >= 0x32);
  const size = hasChecksum ? CHECKSUM_END : STAMP_END;
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(size, bytes.length)).toString(
    'latin1',
  );
}
