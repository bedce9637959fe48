import type { FuzzTarget } from './fuzz-target.js';
import { brokenTarget } from './broken-target.js';
import { dumpTarget } from './dump-target.js';
import { gcovTarget } from './gcov-target.js';
import { imageTarget } from './image-target.js';

const TARGETS: Readonly<Record<string, () => FuzzTarget>> = {
  gcov: gcovTarget,
  image: imageTarget,
  dump: dumpTarget,
  broken: brokenTarget,
};

/** A target by its name. */
export function fuzzTarget(name: string): FuzzTarget {
  const target = TARGETS[name];
  if (target === undefined) throw new RangeError(`no target ${name}`);
  return target();
}
