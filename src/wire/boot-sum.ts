import { mergeData } from '../gcov/merge-data.js';
import type { RawObject } from '../gcov/raw-object.js';
import { readData } from '../gcov/read-data.js';
import { writeData } from '../gcov/write-data.js';
import { isSound } from '../gcov/is-sound.js';
import type { KeyedObjects } from './pair-objects.js';

/** Adds up the objects of several boots of one build, in the memory of one boot. */
export class BootSum {
  private readonly sums = new Map<string, RawObject>();

  /** Adds the sound objects of a boot; gives how many were not. */
  add(boot: KeyedObjects): number {
    let lost = 0;
    for (const [key, object] of boot) {
      const before = this.sums.get(key);
      if (!isSound(object)) lost += 1;
      else this.sums.set(key, before === undefined ? object : addObjects(before, object));
    }
    return lost;
  }

  objects(): readonly RawObject[] {
    return [...this.sums.values()];
  }
}

function addObjects(earlier: RawObject, later: RawObject): RawObject {
  const sum = mergeData(readData(earlier.bytes, earlier.path), readData(later.bytes, later.path));
  return { ...later, bytes: writeData(sum) };
}
