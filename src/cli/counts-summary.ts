import { printable } from '../base/printable.js';
import { addTotals, totalsOf } from '../gcov/count-totals.js';
import type { ObjectReport } from '../gcov/counts-json.js';
import { textRows, type TextStyle } from '../report/text-rows.js';
import { mergedCounts, type Evidence } from '../session/decode-evidence.js';
import { summaryTable, type SummaryRow } from './summary-table.js';

/** A remark on some of the sources: its sign stands behind their names, its text below the table. */
export interface SummaryNote {
  /** One column wide. */
  readonly sign: string;
  readonly text: string;
  /** Sources by the names the counts have. */
  readonly paths: ReadonlySet<string>;
}

/**
 * For people: what of the lines, functions and branches of each source was executed, the sum of all,
 * and which objects are not sound and why. Sources by name; nothing is wider than `style.columns`
 * from 40 on.
 */
export function countsSummary(
  evidence: Evidence,
  style: TextStyle,
  notes: readonly SummaryNote[] = [],
): string {
  const files = [...mergedCounts(evidence).values()];
  const rows = files
    .map((file): SummaryRow => {
      const signs = notes.filter(({ paths }) => paths.has(file.path)).map(({ sign }) => sign);
      return { name: printable(file.path), signs: signs.join(''), totals: totalsOf(file) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  const total: SummaryRow = {
    name: `total of ${rows.length === 1 ? '1 source' : `${rows.length} sources`}`,
    signs: '',
    totals: addTotals(rows.map(({ totals }) => totals)),
  };
  const used = notes.filter(({ paths }) => files.some(({ path }) => paths.has(path)));
  const lines = [
    ...summaryTable(rows, total, style),
    ...textRows(
      used.map(({ sign, text }) => ({ text: `${sign} ${text}` })),
      style,
    ),
    ...unsoundObjects(evidence.objects, style),
  ];
  return `${lines.join('\n')}\n`;
}

function unsoundObjects(objects: readonly ObjectReport[], style: TextStyle): readonly string[] {
  const unsound = objects.filter(({ status }) => status !== 'ok');
  if (unsound.length === 0) return [];
  const rows = unsound.map(({ path, status, reason }) => ({
    text: `${status}: ${path}${reason === null ? '' : `: ${reason.replaceAll('\n', '; ')}`}`,
    sign: status === 'repaired' ? ('warn' as const) : ('bad' as const),
  }));
  const isOne = objects.length === 1;
  return [
    '',
    ...textRows(
      [
        {
          text: isOne
            ? 'The only object is not ok'
            : `${unsound.length} of ${objects.length} objects ${unsound.length === 1 ? 'is' : 'are'} not ok`,
        },
        ...rows,
      ],
      style,
    ),
  ];
}
