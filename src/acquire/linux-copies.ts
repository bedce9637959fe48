import { createHash } from 'node:crypto';
import { printable } from '../base/printable.js';
import type { RawObject } from '../gcov/raw-object.js';

const MOST_SAID = 3;

/**
 * Data files with the same bytes: two runs that did the same, or a copy somebody made. Both count,
 * so the tester is told.
 */
export function copyWarnings(objects: readonly RawObject[]): readonly string[] {
  const paths = new Map<string, string>();
  const warnings: string[] = [];
  for (const { path, bytes } of objects) {
    if (bytes.length === 0) continue;
    const hash = createHash('sha256').update(bytes).digest('hex');
    const first = paths.get(hash);
    if (first === undefined) paths.set(hash, path);
    else {
      warnings.push(
        `${printable(path)} and ${printable(first)} are the same and both count: a copy has to go from the folder`,
      );
    }
  }
  if (warnings.length <= MOST_SAID) return warnings;
  const more = warnings.length - MOST_SAID;
  return [...warnings.slice(0, MOST_SAID), `${more} more files are the same as others`];
}
