import { isAbsolute, posix, relative, sep } from 'node:path';
import { BenchError } from '../base/bench-error.js';

/** Sources named below `from` by the build lie below `to`, relative to the project root. */
export interface PathMap {
  readonly from: string;
  /** `.` is the project root itself. */
  readonly to: string;
}

/** Reads `FROM=TO`; an empty TO is the project root. Errors: USAGE. */
export function parsePathMap(text: string, projectRoot: string): PathMap {
  const cut = text.indexOf('=');
  const from = slashed(text.slice(0, cut)).replace(/(?<=.)\/+$/, '');
  if (cut < 1 || from === '') {
    throw new BenchError('USAGE', `"${text}" is not a path map`, {
      hints: ['write FROM=TO, as in --path-map /home/bench/pump-board=.'],
    });
  }
  const named = text.slice(cut + 1);
  const inside = isAbsolute(named) ? relative(projectRoot, named).split(sep).join('/') : named;
  const to = posix.normalize(inside === '' ? '.' : inside).replace(/(?<=.)\/+$/, '');
  if (to === '..' || to.startsWith('../') || isAbsolute(to)) {
    throw new BenchError('USAGE', `"${text}" maps sources to outside the project`, {
      why: `${named} is not below ${projectRoot}`,
    });
  }
  return { from, to };
}

/** Where a map puts a path, or null when it says nothing about it. */
export function applyPathMap(map: PathMap, path: string): string | null {
  const base = map.from.endsWith('/') ? map.from : `${map.from}/`;
  if (!path.startsWith(base)) return null;
  const mapped = posix.normalize(posix.join(map.to, path.slice(base.length)));
  return mapped === '..' || mapped.startsWith('../') ? null : mapped;
}

/** Backslashes of a Windows tool chain become slashes; on other paths they are letters like any. */
export function slashed(path: string): string {
  return /^[A-Za-z]:[\\/]|^\\\\/.test(path) ? path.replaceAll('\\', '/') : path;
}
