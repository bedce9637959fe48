import type { Count } from '../base/count.js';
import { totalsOf, type HitTotal } from './count-totals.js';
import type { FileCounts } from './file-counts.js';

/**
 * Writes an LCOV tracefile (geninfo(1), "FILES") with the records lcov 1.16 writes, sources in the
 * order given. Where lcov knows less than the counters say, this is exact: branch counts of gcov 8
 * and older and of llvm-cov, which it shows as 0 or 1 and with calls among the numbers, and names
 * beyond ASCII, which it writes in two encodings. A negative count is 0: later readers refuse it. A
 * line end in a name is shown as a symbol, so that a name cannot add rows.
 */
export function writeTracefile(files: Iterable<FileCounts>): string {
  return Array.from(files, recordOf).join('');
}

function recordOf(file: FileCounts): string {
  const totals = totalsOf(file);
  const rows = ['TN:', `SF:${oneLine(file.path)}`];
  for (const [name, { line }] of file.functions) rows.push(`FN:${line},${oneLine(name)}`);
  for (const [name, { count }] of file.functions) {
    rows.push(`FNDA:${notNegative(count)},${oneLine(name)}`);
  }
  if (file.functions.size > 0) rows.push(...totalRows('FN', totals.functions));
  for (const [line, branches] of file.branches) {
    for (const { block, branch, taken } of branches) {
      rows.push(`BRDA:${line},${block},${branch},${taken === null ? '-' : notNegative(taken)}`);
    }
  }
  if (totals.branches.total > 0) rows.push(...totalRows('BR', totals.branches));
  for (const [line, count] of file.lines) rows.push(`DA:${line},${notNegative(count)}`);
  rows.push(...totalRows('L', totals.lines), 'end_of_record', '');
  return rows.join('\n');
}

function totalRows(kind: string, { total, hit }: HitTotal): readonly string[] {
  return [`${kind}F:${total}`, `${kind}H:${hit}`];
}

function notNegative(count: Count): Count {
  return count < 0 ? 0 : count;
}

function oneLine(name: string): string {
  return name.replaceAll('\n', '\u240a').replaceAll('\r', '\u240d');
}
