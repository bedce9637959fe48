import type { CountTotals, HitTotal } from '../gcov/count-totals.js';
import { displayWidth, padToWidth } from '../report/display-width.js';
import { shortenMiddle } from '../report/shorten-middle.js';
import type { TextStyle } from '../report/text-rows.js';
import { paint } from './paint.js';

/** One source of the table, or their sum. */
export interface SummaryRow {
  /** Printable. */
  readonly name: string;
  /** Signs of remarks, put behind the name. */
  readonly signs: string;
  readonly totals: CountTotals;
}

const KINDS = ['lines', 'functions', 'branches'] as const;
const HEADS = ['Lines', 'Functions', 'Branches'] as const;
const GAP = '   ';
const PERCENT_COLUMNS = 5;
// With less the names of sources cannot be told apart.
const MIN_NAME_COLUMNS = 20;

/**
 * Lays out hits, totals and percentages in columns with the names last; where the terminal is too
 * narrow for the sum, or for any of it, as words below each other.
 */
export function summaryTable(
  rows: readonly SummaryRow[],
  total: SummaryRow,
  style: TextStyle,
): readonly string[] {
  const both = nameColumns([...rows, total], style.columns);
  if (both >= MIN_NAME_COLUMNS) return inColumns(rows, [total], both, style);
  const alone = nameColumns(rows, style.columns);
  if (rows.length > 0 && alone >= MIN_NAME_COLUMNS) {
    return [...inColumns(rows, [], alone, style), ...inWords(total, style)];
  }
  return [...rows, total].flatMap((row) => inWords(row, style));
}

function inColumns(
  rows: readonly SummaryRow[],
  sums: readonly SummaryRow[],
  columns: number,
  style: TextStyle,
): readonly string[] {
  const widths = cellWidths([...rows, ...sums]);
  const lineOf = (row: SummaryRow): string =>
    [
      ...KINDS.map((kind, index) => cellOf(row.totals[kind]).padStart(widths[index] ?? 0)),
      nameOf(row, columns, style),
    ].join(GAP);
  const heads = [...HEADS.map((head, index) => padToWidth(head, widths[index] ?? 0)), 'File'];
  return [
    paint(heads.join(GAP), 'bold', style.color),
    ...rows.map(lineOf),
    ...sums.map((row) => paint(lineOf(row), 'bold', style.color)),
  ];
}

function inWords(row: SummaryRow, style: TextStyle): readonly string[] {
  const lines: string[] = [];
  for (const kind of KINDS) {
    const fact = `${kind} ${cellOf(row.totals[kind]).trim()}`;
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(`${last}, ${fact}`) <= style.columns) {
      lines[lines.length - 1] = `${last}, ${fact}`;
    } else {
      lines.push(`  ${fact}`);
    }
  }
  return [nameOf(row, style.columns, style), ...lines];
}

function nameOf({ name, signs }: SummaryRow, columns: number, style: TextStyle): string {
  const more = style.ascii ? '...' : '…';
  if (signs === '') return shortenMiddle(name, columns, more);
  return `${shortenMiddle(name, columns - 1 - displayWidth(signs), more)} ${signs}`;
}

/** What the numbers leave for the names. */
function nameColumns(rows: readonly SummaryRow[], columns: number): number {
  return cellWidths(rows).reduce((left, width) => left - width - GAP.length, columns);
}

function cellWidths(rows: readonly SummaryRow[]): readonly number[] {
  return KINDS.map((kind, index) =>
    rows.reduce(
      (widest, { totals }) => Math.max(widest, cellOf(totals[kind]).length),
      HEADS[index]?.length ?? 0,
    ),
  );
}

function cellOf({ hit, total }: HitTotal): string {
  if (total === 0) return '-';
  return `${hit}/${total} ${percent(hit, total).padStart(PERCENT_COLUMNS)}`;
}

/** Rounded down: 100 % is all of it, and 0 % none. */
function percent(hit: number, total: number): string {
  const whole = Math.floor((hit * 100) / total);
  return whole === 0 && hit > 0 ? '<1 %' : `${whole} %`;
}
