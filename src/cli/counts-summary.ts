import type { FileCounts } from '../gcov/file-counts.js';
import { mergedCounts, type Evidence } from '../session/decode-evidence.js';
import { textTable } from './text-table.js';

/** A line a source with its hit lines, a total, and what is wrong with objects. */
export function countsSummary(evidence: Evidence): string {
  const rows = [...mergedCounts(evidence).values()].map((file) => ({
    path: file.path,
    ...hitsOf(file),
  }));
  const hit = rows.reduce((sum, row) => sum + row.hit, 0);
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  const table = textTable([
    ['Hit/Lines', '%', 'File'],
    ...rows.map((row) => [`${row.hit}/${row.total}`, percent(row.hit, row.total), row.path]),
    [`${hit}/${total}`, percent(hit, total), 'total'],
  ]);
  const objects = evidence.objects
    .filter(({ status }) => status !== 'ok')
    .map(({ path, status, reason }) => [status, path, reason ?? '']);
  const bad = objects.length === 0 ? [] : ['', ...textTable(objects)];
  return `${[...table, ...bad].join('\n')}\n`;
}

/** Executed and executable lines of one source. */
export function hitsOf(file: FileCounts): { readonly hit: number; readonly total: number } {
  let hit = 0;
  for (const count of file.lines.values()) if (count > 0) hit += 1;
  return { hit, total: file.lines.size };
}

function percent(hit: number, total: number): string {
  return total === 0 ? '-' : `${Math.floor((hit * 100) / total)} %`;
}
