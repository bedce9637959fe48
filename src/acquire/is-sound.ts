import type { RawObject } from '../gcov/raw-object.js';

/** True for an object whose bytes may be believed. */
export function isSound({ status }: RawObject): boolean {
  return status === 'ok' || status === 'repaired';
}
