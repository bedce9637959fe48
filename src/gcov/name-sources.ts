import { absoluteSource } from './absolute-source.js';
import type { FileCounts, UnitCounts } from './file-counts.js';
import { primarySource } from './primary-source.js';

/** A relative name that stands for several files, and the folders of the notes that use it. */
export interface SharedName {
  readonly path: string;
  readonly folders: readonly string[];
}

/** What the sources of units are called in a result. */
export interface SourceNaming {
  readonly nameOf: (unit: UnitCounts, path: string) => string;
  /** Names that mean different files without the notes saying which. */
  readonly shared: readonly SharedName[];
  /** The entry of `shared` a unit's name is one of, else null. */
  readonly sharedBy: (unit: UnitCounts, path: string) => SharedName | null;
}

const AS_COMPILED: SourceNaming = {
  nameOf: (_, path) => path,
  shared: [],
  sharedBy: () => null,
};

interface Use {
  readonly unit: UnitCounts;
  readonly file: FileCounts;
  /** The name made absolute as far as it is known or can be presumed from where. */
  readonly whole: string;
}

/**
 * Names sources as the compiler did; where one relative name means different files, absolute ones. The
 * folder it is meant from is in the notes of GCC 9 and later. Before, and with clang, it is presumed
 * from where the notes lie: different places are different files unless the functions in them agree.
 */
export function nameSources(units: readonly UnitCounts[]): SourceNaming {
  if (areFromOneFolder(units)) return AS_COMPILED;
  const bases = presumedBases(units.filter((unit) => !knowsFolder(unit)));
  const baseOf = (unit: UnitCounts): string | null =>
    knowsFolder(unit) ? unit.compileDirectory : (bases.get(folderOf(unit)) ?? folderOf(unit));
  const uses = usesOf(units, baseOf);
  const names = new Map<UnitCounts, Map<string, string>>();
  const shared = new Map<string, SharedName>();
  for (const [path, all] of uses) {
    const files = filesOf(all);
    if (files.length < 2) continue;
    for (const file of files) {
      for (const { unit } of file) {
        const ofUnit = names.get(unit) ?? new Map<string, string>();
        ofUnit.set(path, nameOfFile(file) ?? path);
        names.set(unit, ofUnit);
      }
    }
    const presumed = all.filter(({ unit }) => !knowsFolder(unit));
    if (presumed.length > 0) {
      const folders = [...new Set(presumed.map(({ unit }) => folderOf(unit)))].toSorted(byText);
      shared.set(path, { path, folders });
    }
  }
  return {
    nameOf: (unit, path) => names.get(unit)?.get(path) ?? path,
    shared: [...shared.values()],
    sharedBy: (unit, path) => (knowsFolder(unit) ? null : (shared.get(path) ?? null)),
  };
}

/** The folder the compiler noted makes the better name. */
function nameOfFile(uses: readonly Use[]): string | undefined {
  return (uses.find(({ unit }) => knowsFolder(unit)) ?? uses[0])?.whole;
}

function areFromOneFolder(units: readonly UnitCounts[]): boolean {
  const folder = units[0]?.compileDirectory;
  return units.every((unit) => knowsFolder(unit) && unit.compileDirectory === folder);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** clang writes `.` where GCC 9 and later write the folder of the compiler. */
function knowsFolder({ compileDirectory }: UnitCounts): boolean {
  return compileDirectory !== null && isRooted(compileDirectory);
}

function usesOf(
  units: readonly UnitCounts[],
  baseOf: (unit: UnitCounts) => string | null,
): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  for (const unit of units) {
    const base = baseOf(unit);
    for (const [path, file] of unit.files) {
      const use = { unit, file, whole: absoluteSource(path, base) };
      const same = uses.get(path);
      if (same === undefined) uses.set(path, [use]);
      else same.push(use);
    }
  }
  return uses;
}

/** The uses of one name, apart by the file they mean. */
function filesOf(uses: readonly Use[]): readonly (readonly Use[])[] {
  const byName = new Map<string, Use[]>();
  for (const use of uses) {
    const same = byName.get(use.whole);
    if (same === undefined) byName.set(use.whole, [use]);
    else same.push(use);
  }
  const files: Use[][] = [];
  for (const group of byName.values()) {
    const isPresumed = group.some(({ unit }) => !knowsFolder(unit));
    const same = isPresumed ? files.find((file) => agree(file, group)) : undefined;
    if (same === undefined) files.push(group);
    else same.push(...group);
  }
  return files;
}

/** Functions of one name start at one line in both, and none starts at another. */
function agree(a: readonly Use[], b: readonly Use[]): boolean {
  const lines = new Map(
    a.flatMap(({ file }) => [...file.functions].map(([name, { line }]) => [name, line] as const)),
  );
  const found = b.flatMap(({ file }) =>
    [...file.functions].flatMap(([name, { line }]) => {
      const other = lines.get(name);
      return other === undefined ? [] : [other === line];
    }),
  );
  return found.length > 0 && found.every((isEqual) => isEqual);
}

/**
 * Where the compiler presumably ran, by folder of notes: the folder itself, without the folders it
 * repeats of the sources (`build/src/valve.gcno` of `src/valve.c`, `obj/app/main.gcno` of
 * `src/app/main.c`).
 */
function presumedBases(units: readonly UnitCounts[]): ReadonlyMap<string, string> {
  const bases = new Map<string, string>();
  for (const unit of units) {
    const source = primarySource(unit);
    if (source === null || isRooted(source)) continue;
    const folder = folderOf(unit);
    const base = withoutRepeated(folder.split('/'), dirOf(source).split('/')).join('/');
    const before = bases.get(folder);
    if (before === undefined || base.length < before.length) bases.set(folder, base);
  }
  return bases;
}

function withoutRepeated(folder: readonly string[], ofSource: readonly string[]): string[] {
  for (let at = folder.length - ofSource.length; at >= 0; at -= 1) {
    const isThere = ofSource.every((name, index) => name !== '' && folder[at + index] === name);
    if (isThere) return folder.slice(0, at);
  }
  let same = 0;
  while (same < ofSource.length && ofSource.at(-1 - same) === folder.at(-1 - same)) same += 1;
  return folder.slice(0, folder.length - same);
}

function isRooted(path: string): boolean {
  return /^(?:[A-Za-z]:)?[\\/]/.test(path);
}

function folderOf({ name, notesPath }: UnitCounts): string {
  return dirOf(notesPath ?? name);
}

function dirOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
