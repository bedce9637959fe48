import { statSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { absoluteSource } from '../gcov/absolute-source.js';
import type { UnitCounts } from '../gcov/file-counts.js';

const MAX_ASKED = 32;
const MAX_FOLDERS = 64;

/**
 * Names sources as lcov does: absolute, `.` and `..` folded. A relative one starts at the folder the
 * compiler ran in. Notes of GCC 8 and older and of clang do not tell it; then it is the folder of the
 * object or of its notes, or the nearest one above in which the sources are found, else that of the
 * object.
 */
export class SourceNames {
  private readonly bases = new Map<UnitCounts, string>();
  private readonly known = new Map<string, boolean>();

  /** `cwd` is where relative names of objects are meant from. */
  constructor(private readonly cwd: string) {}

  /** The name of a source of a unit in a tracefile. */
  nameOf(unit: UnitCounts, path: string): string {
    const slashed = withSlashes(path);
    const root = rootOf(slashed);
    if (root === null) return absoluteSource(slashed, this.baseOf(unit));
    return absoluteSource(slashed.slice(root.length), root.replace(/\/+$/, ''));
  }

  /** The folder relative names of a unit start at. */
  baseOf(unit: UnitCounts): string {
    let base = this.bases.get(unit);
    if (base === undefined) {
      base = this.findBase(unit);
      this.bases.set(unit, base);
    }
    return base;
  }

  /** The folder the object of a unit lies or lay in; a name that says nothing lies with the notes. */
  folderOf({ name, notesPath = name }: Pick<UnitCounts, 'name' | 'notesPath'>): string {
    const slashed = withSlashes(name);
    if (rootOf(slashed) !== null) return posix.dirname(slashed);
    const here = resolve(this.cwd, slashed);
    return this.isHere(here) ? posix.dirname(here) : this.notesFolderOf({ name, notesPath });
  }

  /** The folder the notes of a unit lie in. */
  notesFolderOf({ name, notesPath = name }: Pick<UnitCounts, 'name' | 'notesPath'>): string {
    return posix.dirname(resolve(this.cwd, withSlashes(notesPath)));
  }

  /** True when a regular file of that name is on this machine. */
  isHere(path: string): boolean {
    let isFile = this.known.get(path);
    if (isFile === undefined) {
      isFile = isRegularFile(path);
      this.known.set(path, isFile);
    }
    return isFile;
  }

  private findBase(unit: UnitCounts): string {
    const folder = this.folderOf(unit);
    const { compileDirectory } = unit;
    if (compileDirectory !== null) {
      const slashed = withSlashes(compileDirectory);
      return rootOf(slashed) === null ? absoluteSource(slashed, folder) : slashed;
    }
    const relative = [...unit.files.keys()].filter((path) => rootOf(withSlashes(path)) === null);
    const near = [...foldersUpFrom(folder), ...foldersUpFrom(this.notesFolderOf(unit))];
    return this.bestOf(near, relative) ?? folder;
  }

  /** The first of the folders from which most of the relative names lead to files; null: none. */
  bestOf(folders: Iterable<string>, relative: readonly string[]): string | null {
    const asked = relative.slice(0, MAX_ASKED);
    let best: string | null = null;
    let most = 0;
    for (const base of folders) {
      const found = asked.filter((path) => this.isHere(posix.join(base, path))).length;
      if (found <= most) continue;
      best = base;
      most = found;
      if (most === asked.length) break;
    }
    return best;
  }
}

/** A folder and those above it, nearest first; bounded. */
export function foldersUpFrom(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; folders.length < MAX_FOLDERS;) {
    const above = posix.dirname(at);
    if (above === at || above === '.') break;
    folders.push(above);
    at = above;
  }
  return folders;
}

/** A path of a Windows build with slashes; elsewhere a backslash is part of a name. */
function withSlashes(path: string): string {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path;
}

/** The start of an absolute path, else null. */
function rootOf(slashed: string): string | null {
  return /^(?:[A-Za-z]:)?\/+/.exec(slashed)?.[0] ?? null;
}

function isRegularFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
