import { BenchError } from '../base/bench-error.js';
import type { RawObject } from '../gcov/raw-object.js';

const MAX_OBJECTS = 50_000;

/** Adds an object to those of a dump; past any real firmware's number it refuses (DAMAGED_DUMP). */
export function addObject(objects: RawObject[], object: RawObject): void {
  if (objects.length >= MAX_OBJECTS) {
    throw new BenchError('DAMAGED_DUMP', `${object.origin.source} holds a dump without end`, {
      why: `more than ${MAX_OBJECTS} objects arrived by line ${object.origin.line ?? 0}`,
      hints: ['check what is written to this log'],
    });
  }
  objects.push(object);
}
