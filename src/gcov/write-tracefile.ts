import type { FileCounts } from './file-counts.js';

/**
 * Writes an LCOV tracefile as lcov 1.16 does from gcov: DA, BRDA, FN and FNDA with exact whole
 * numbers, negative counts as 0 because readers refuse them. Sources in the order given. A line end
 * in a name is shown as a symbol, so that a name cannot add rows.
 */
export function writeTracefile(files: Iterable<FileCounts>): string {
  return Array.from(files, recordOf).join('');
}

function recordOf(file: FileCounts): string {
  const rows = ['TN:', `SF:${oneLine(file.path)}`];
  for (const [name, { line }] of file.functions) rows.push(`FN:${line},${oneLine(name)}`);
  for (const [name, { count }] of file.functions)
    rows.push(`FNDA:${notNegative(count)},${oneLine(name)}`);
  const hitFunctions = [...file.functions.values()].filter(({ count }) => count > 0).length;
  rows.push(`FNF:${file.functions.size}`, `FNH:${hitFunctions}`);
  let branchCount = 0;
  let takenCount = 0;
  for (const [line, branches] of file.branches) {
    for (const { block, branch, taken } of branches) {
      rows.push(`BRDA:${line},${block},${branch},${taken === null ? '-' : notNegative(taken)}`);
      branchCount += 1;
      if (taken !== null && taken > 0) takenCount += 1;
    }
  }
  if (branchCount > 0) rows.push(`BRF:${branchCount}`, `BRH:${takenCount}`);
  for (const [line, count] of file.lines) rows.push(`DA:${line},${notNegative(count)}`);
  const hitLines = [...file.lines.values()].filter((count) => count > 0).length;
  rows.push(`LF:${file.lines.size}`, `LH:${hitLines}`, 'end_of_record', '');
  return rows.join('\n');
}

function notNegative(count: number | bigint): number | bigint {
  return count < 0 ? 0 : count;
}

function oneLine(name: string): string {
  return name.replaceAll('\n', '\u240a').replaceAll('\r', '\u240d');
}
