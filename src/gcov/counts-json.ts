import { notReliableJson, type FileDoubts } from './doubts-json.js';
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
 * only when the firmware was built with them, `notReliable` in sources with zeros that do not mean
 * "not run"; `check`, JSON of its own, when there was one.
 */
export function countsJson(
  files: Iterable<FileCounts>,
  objects: readonly ObjectReport[],
  warnings: readonly string[],
  check?: string,
  doubts: ReadonlyMap<string, FileDoubts> = new Map(),
): string {
  const parts = Array.from(
    files,
    (file) => `${JSON.stringify(file.path)}:${fileJson(file, doubts.get(file.path))}`,
  );
  const reports = objects.map(({ path, status, reason }) =>
    JSON.stringify({ path, status, reason }),
  );
  return `{"schema":1,"files":{${parts.join(',')}},"objects":[${reports.join(',')}],"warnings":${JSON.stringify(warnings)}${check === undefined ? '' : `,"check":${check}`}}\n`;
}

function fileJson(file: FileCounts, doubts: FileDoubts | undefined): string {
  const members = [
    `"lines":${linesJson(file.lines, (count) => `${count}`)}`,
    `"branches":${linesJson(file.branches, branchesJson)}`,
    `"functions":${functionsJson(file.functions)}`,
  ];
  if (file.conditions.size > 0) {
    members.push(`"conditions":${linesJson(file.conditions, conditionsJson)}`);
  }
  if (doubts !== undefined) members.push(notReliableJson(doubts));
  return `{${members.join(',')}}`;
}

// Texts are joined as they come: a list of some hundred thousand parts costs more than its result.
function linesJson<Value>(
  lines: ReadonlyMap<number, Value>,
  valueJson: (value: Value) => string,
): string {
  let text = '';
  lines.forEach((value, line) => {
    text += `,"${line}":${valueJson(value)}`;
  });
  return `{${text.slice(1)}}`;
}

function branchesJson(branches: readonly BranchCount[]): string {
  let text = '';
  for (const { block, branch, taken } of branches) text += `,[${block},${branch},${taken}]`;
  return `[${text.slice(1)}]`;
}

function functionsJson(functions: ReadonlyMap<string, FunctionCount>): string {
  let text = '';
  for (const [name, counted] of functions) {
    text += `,${JSON.stringify(name)}:${functionJson(counted)}`;
  }
  return `{${text.slice(1)}}`;
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
