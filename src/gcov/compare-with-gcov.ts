import type { Count } from '../base/count.js';
import type { BranchCount, ConditionCount, FileCounts, FunctionCount } from './file-counts.js';
import type { ComparedValue, DifferenceKind, GcovDifference } from './gcov-difference.js';

/**
 * Compares the sources of one unit: every line, branch, function and condition. Sources meet by
 * name, then by the name with `dir/..` folded, which gcov does when it finds the folder.
 */
export function compareWithGcov(
  unit: string,
  ours: ReadonlyMap<string, FileCounts>,
  theirs: ReadonlyMap<string, FileCounts>,
): readonly GcovDifference[] {
  const left = new Map(theirs);
  const pairs: [FileCounts | null, FileCounts | null][] = [];
  const alone: FileCounts[] = [];
  for (const file of ours.values()) {
    const other = left.get(file.path);
    if (other === undefined) alone.push(file);
    else pairs.push([file, other]);
    left.delete(file.path);
  }
  const folded = new Map([...left.values()].map((file) => [foldParents(file.path), file]));
  for (const file of alone) {
    const name = foldParents(file.path);
    pairs.push([file, folded.get(name) ?? null]);
    folded.delete(name);
  }
  for (const file of folded.values()) pairs.push([null, file]);
  return pairs.flatMap(([file, other]) =>
    file === null || other === null
      ? compareLoneSource(unit, file, other)
      : compareSource(unit, file, other),
  );
}

function compareSource(
  unit: string,
  ours: FileCounts,
  theirs: FileCounts,
): readonly GcovDifference[] {
  const differences: GcovDifference[] = [];
  const check = (
    kind: DifferenceKind,
    place: Pick<GcovDifference, 'line' | 'name'>,
    a: ComparedValue,
    b: ComparedValue,
  ): void => {
    if (isSame(a, b)) return;
    differences.push({ path: ours.path, kind, ...place, unit, ours: a, theirs: b });
  };
  eachKey(ours.lines, theirs.lines, (line, a, b) => {
    check('line', { line, name: null }, a ?? null, b ?? null);
  });
  eachKey(ours.branches, theirs.branches, (line, a, b) => {
    check('branches', { line, name: null }, takenOf(a), takenOf(b));
  });
  eachKey(ours.conditions, theirs.conditions, (line, a, b) => {
    check('conditions', { line, name: null }, conditionsOf(a), conditionsOf(b));
  });
  eachKey(ours.functions, theirs.functions, (name, a, b) => {
    const place = { line: a?.line ?? b?.line ?? null, name };
    check('function', place, a?.count ?? null, b?.count ?? null);
    if (a === undefined || b === undefined) return;
    check('function-line', place, a.line, b.line);
    check('prime-paths', place, pathsOf(a), pathsOf(b));
  });
  return differences;
}

function eachKey<Key, Value>(
  ours: ReadonlyMap<Key, Value>,
  theirs: ReadonlyMap<Key, Value>,
  visit: (key: Key, ours: Value | undefined, theirs: Value | undefined) => void,
): void {
  ours.forEach((value, key) => visit(key, value, theirs.get(key)));
  theirs.forEach((value, key) => {
    if (!ours.has(key)) visit(key, undefined, value);
  });
}

function isSame(a: ComparedValue, b: ComparedValue): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  const others: readonly (Count | null)[] = b;
  return a.length === others.length && a.every((value, index) => value === others[index]);
}

function takenOf(branches: readonly BranchCount[] | undefined): ComparedValue {
  return branches === undefined ? null : branches.map(({ taken }) => taken);
}

/** `3 of 4 (not false 1)`: covered outcomes, and the terms not shown to decide. */
function conditionsOf(conditions: readonly ConditionCount[] | undefined): ComparedValue {
  if (conditions === undefined) return null;
  return conditions
    .map(({ count, covered, notCoveredTrue, notCoveredFalse }) => {
      const missing = [
        ...notCoveredTrue.map((term) => `true ${term}`),
        ...notCoveredFalse.map((term) => `false ${term}`),
      ];
      return `${covered} of ${count}${missing.length > 0 ? ` (not ${missing.join(', ')})` : ''}`;
    })
    .join('; ');
}

/** gcov 16 also says that a function has none. */
function pathsOf({ primePaths }: FunctionCount): ComparedValue {
  return primePaths === undefined || primePaths.total === 0
    ? null
    : `${primePaths.covered} of ${primePaths.total}`;
}

/** A source only one of the two knows; one without code is nothing to know. */
function compareLoneSource(
  unit: string,
  ours: FileCounts | null,
  theirs: FileCounts | null,
): readonly GcovDifference[] {
  const file = ours ?? theirs;
  if (file === null || (file.lines.size === 0 && file.functions.size === 0)) return [];
  const size = `${file.lines.size} lines`;
  return [
    {
      path: file.path,
      kind: 'source',
      line: null,
      name: null,
      unit,
      ours: ours === null ? null : size,
      theirs: theirs === null ? null : size,
    },
  ];
}

/** `a/b/../c` is `a/c`; leading `..` stay. */
function foldParents(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    const before = parts.at(-1);
    if (part === '..' && before !== undefined && before !== '' && before !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
