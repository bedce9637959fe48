import { isAbsolute } from 'node:path';
import type { RawObject } from '../gcov/raw-object.js';
import type { Reading } from './drop-earlier-readings.js';
import { sameUnits } from './same-units.js';

/**
 * Data files of several runs in one folder, `run1/src/valve.gcda` beside `run2/src/valve.gcda`, as
 * one reading each: where two files are of one unit, the folders at which their paths part are those
 * of two readings. The rest of the files is a reading of its own, called `name`.
 */
export function splitReadings(name: string, objects: readonly RawObject[]): readonly Reading[] {
  const folders = new Set<string>();
  for (const unit of sameUnits([objects])) {
    const paths = unit.map(({ object }) => rooted(object.path));
    const shared = sharedEnd(paths);
    for (const path of paths) folders.add(path.slice(0, path.length - shared));
  }
  if (folders.size === 0) return [{ name, objects }];
  const readings = new Map<string, RawObject[]>();
  for (const object of objects) {
    const folder = folderOf(rooted(object.path), folders) ?? name;
    const reading = readings.get(folder);
    if (reading === undefined) readings.set(folder, [object]);
    else reading.push(object);
  }
  return [...readings].map(([folder, all]) => ({ name: folder, objects: all }));
}

/** So that a file beside us lies in a folder as well. */
function rooted(path: string): string {
  return isAbsolute(path) ? path : `./${path}`;
}

/** Characters all paths have in common at their end, in whole components. */
function sharedEnd(paths: readonly string[]): number {
  const [first = ''] = paths;
  let shared = 0;
  for (let at = first.length - 1; at >= 0; at -= 1) {
    const end = first.slice(at);
    if (!paths.every((path) => path.endsWith(end))) break;
    if (first[at] === '/' || first[at] === '\\') shared = end.length;
  }
  return shared;
}

/** The deepest of the folders a path lies in; files that share no name are their own. */
function folderOf(path: string, folders: ReadonlySet<string>): string | null {
  for (let end = path.length; end > 0; end = Math.max(lastSlash(path, end - 1), 0)) {
    const folder = path.slice(0, end);
    if (folders.has(folder)) return folder;
  }
  return null;
}

function lastSlash(path: string, before: number): number {
  return Math.max(path.lastIndexOf('/', before), path.lastIndexOf('\\', before));
}
