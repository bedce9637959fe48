import type { BranchCount, ConditionCount, FileCounts, FunctionCount } from './file-counts.js';
import type { ObjectStatus } from './raw-object.js';

/** What became of one object, as `decode` reports it. */
export interface ObjectReport {
  readonly path: string;
  readonly status: ObjectStatus;
  /** Why the status is not `ok`, else null. */
  readonly reason: string | null;
}

/**
 * The JSON of `decode --format json`, schema 1: one text line, whole numbers exact also beyond 2^53,
 * files and functions in the order given, lines ascending. `conditions` and `primePaths` are there
 * only when the firmware was built with them.
 */
export function countsJson(
  files: Iterable<FileCounts>,
  objects: readonly ObjectReport[],
  warnings: readonly string[],
): string {
  const parts = Array.from(files, (file) => `${JSON.stringify(file.path)}:${fileJson(file)}`);
  const reports = objects.map(({ path, status, reason }) =>
    JSON.stringify({ path, status, reason }),
  );
  return `{"schema":1,"files":{${parts.join(',')}},"objects":[${reports.join(',')}],"warnings":${JSON.stringify(warnings)}}\n`;
}

function fileJson(file: FileCounts): string {
  const members = [
    `"lines":${mapJson(file.lines, String)}`,
    `"branches":${mapJson(file.branches, branchesJson)}`,
    `"functions":${mapJson(file.functions, functionJson)}`,
  ];
  if (file.conditions.size > 0) {
    members.push(`"conditions":${mapJson(file.conditions, conditionsJson)}`);
  }
  return `{${members.join(',')}}`;
}

function mapJson<Key extends number | string, Value>(
  map: ReadonlyMap<Key, Value>,
  valueJson: (value: Value) => string,
): string {
  const parts: string[] = [];
  for (const [key, value] of map) {
    parts.push(`${JSON.stringify(String(key))}:${valueJson(value)}`);
  }
  return `{${parts.join(',')}}`;
}

function branchesJson(branches: readonly BranchCount[]): string {
  const parts = branches.map(({ block, branch, taken }) => `[${block},${branch},${taken}]`);
  return `[${parts.join(',')}]`;
}

function functionJson({ line, count, primePaths }: FunctionCount): string {
  const paths =
    primePaths === undefined
      ? ''
      : `,"primePaths":{"total":${primePaths.total},"covered":${primePaths.covered}}`;
  return `{"line":${line},"count":${count}${paths}}`;
}

function conditionsJson(conditions: readonly ConditionCount[]): string {
  const parts = conditions.map((condition) =>
    JSON.stringify({
      count: condition.count,
      covered: condition.covered,
      not_covered_true: condition.notCoveredTrue,
      not_covered_false: condition.notCoveredFalse,
    }),
  );
  return `[${parts.join(',')}]`;
}
