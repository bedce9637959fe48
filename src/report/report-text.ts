import { printable } from '../base/printable.js';
import type { LossCause, Run, ValidityReport } from '../validity/validity-report.js';
import { displayWidth } from './display-width.js';
import { lineRanges } from './line-ranges.js';
import {
  summarize,
  type FileSummary,
  type LineCounts,
  type LossGroup,
  type ReportSummary,
  type RunSummary,
} from './report-summary.js';
import { shortPath, textRows, type Sign, type TextRow, type TextStyle } from './text-rows.js';

const CAUSES: Readonly<Record<LossCause, string>> = {
  edited: 'edited',
  respaced: 'new spacing makes the compiler read something else',
  deleted: 'deleted',
  'file-gone': 'the file is gone',
  link: 'not a plain file any more',
  'not-text': 'the file is not text',
  'broken-anchor': 'the base commit does not have what was recorded',
  unreachable: 'there is nothing left to compare with',
  'line-table': 'the numbers are not those of the lines git sees',
};
const GONE = new Set<LossCause>(['deleted', 'file-gone']);
const MIN_PATH_COLUMNS = 12;

/**
 * The report for people: what counts, what was lost and why, where that code is now, and what to
 * test again. Fits `columns`; ends with a line feed. Nothing from the repository reaches the
 * terminal unescaped.
 */
export function reportText(report: ValidityReport, style: TextStyle): string {
  const summary = summarize(report);
  const rows = [
    ...textRows(headRows(report, summary), style),
    ...section('Captures', textRows(captureRows(report, summary), style)),
    ...section('Files', fileTable(summary.files, style)),
    ...section(
      'Lost',
      textRows(
        summary.runs.flatMap((run) => lossRows(run, report.runs)),
        style,
      ),
    ),
    ...section('Test again', textRows(summary.runs.flatMap(retestRows), style)),
    ...section(
      'Warnings',
      textRows(
        report.warnings.map((text) => ({ text, indent: 2, sign: 'warn' })),
        style,
      ),
    ),
  ];
  return `${rows.join('\n')}\n`;
}

function section(title: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : ['', title, ...rows];
}

function headRows(report: ValidityReport, summary: ReportSummary): TextRow[] {
  if (report.runs.length === 0) return [{ text: 'No evidence in .otto/coverage/manual yet.' }];
  const { valid, aging, lost } = summary;
  const rows: TextRow[] = [
    { text: `Evidence as of ${report.today}` },
    { text: `${lineWords(valid)} valid`, sign: valid + aging > 0 ? 'ok' : 'bad' },
  ];
  if (aging > 0) {
    rows.push({
      text: `${lineWords(aging)} ageing: valid, and due to be tested again`,
      sign: 'warn',
    });
  }
  if (lost > 0) rows.push({ text: `${lineWords(lost)} lost`, sign: 'bad' });
  return rows;
}

function captureRows(report: ValidityReport, { runs }: ReportSummary): TextRow[] {
  const counting = runs.map((run): TextRow => {
    const { tier, capturedAt, dirtyRemap } = run.run;
    const facts = [tier, capturedAt === '' ? 'undated' : capturedAt];
    if (dirtyRemap) facts.push('the tree was not clean');
    const text = `${nameOf(run.run)} (${facts.join(', ')}): ${countWords(run)}`;
    return { text, indent: 2, sign: signOf(run) };
  });
  const replaced = report.superseded.map((file): TextRow => {
    return { text: `${file}: replaced by a newer capture`, indent: 4 };
  });
  return [...counting, ...replaced];
}

function fileTable(files: readonly FileSummary[], style: TextStyle): string[] {
  if (files.length === 0) return [];
  const heads = ['valid', 'ageing', 'lost', 'not run'];
  const cells = files.map((file) => [file.valid, file.aging, file.lost, file.notRun].map(String));
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const numbers = widths.reduce((sum, width) => sum + width + 2, 0);
  const longest = Math.max(0, ...files.map(({ path }) => displayWidth(printable(path))));
  const room = Math.max(MIN_PATH_COLUMNS, Math.min(longest, style.columns - numbers - 4));
  if (room + numbers + 4 > Math.max(style.columns, MIN_PATH_COLUMNS)) {
    return textRows(files.map(fileRow), style);
  }
  const row = (path: string, values: readonly string[]): string =>
    path + values.map((value, column) => `  ${value.padStart(widths[column] ?? 0)}`).join('');
  return [
    `    ${row(' '.repeat(room), heads)}`,
    ...files.flatMap((file, index) =>
      textRows([{ text: '', indent: 2, sign: signOf(file) }], { ...style, columns: 80 }).map(
        (sign) => `${sign} ${row(shortPath(file.path, room, style), cells[index] ?? [])}`,
      ),
    ),
  ];
}

function fileRow(file: FileSummary): TextRow {
  return { text: `${file.path}: ${countWords(file)}`, indent: 2, sign: signOf(file) };
}

function lossRows({ run, losses }: RunSummary, runs: readonly Run[]): TextRow[] {
  if (losses.length === 0) return [];
  return [{ text: nameOf(run), indent: 2 }, ...losses.map((group) => lossRow(group, runs))];
}

function lossRow(
  { path, lines, cause, now, reprovedBy }: LossGroup,
  runs: readonly Run[],
): TextRow {
  const provers = runs.filter(({ id }) => reprovedBy.includes(id)).map(nameOf);
  const where = now === null ? '' : ` · ${placeWords(path, now, cause)}`;
  const again = provers.length > 0 ? ` · proved again by ${provers.join(', ')}` : '';
  const text = `${path}:${lineRanges(lines)} · ${CAUSES[cause]}${where}${again}`;
  return { text, indent: 4, sign: provers.length > 0 ? 'ok' : 'bad' };
}

function placeWords(path: string, now: NonNullable<LossGroup['now']>, cause: LossCause): string {
  const lines = lineRanges(now.lines);
  const isOne = now.lines.length === 1;
  const place = now.path === path ? `${isOne ? 'line' : 'lines'} ${lines}` : `${now.path}:${lines}`;
  return cause === 'deleted' ? `its place is ${place}` : `now ${place}`;
}

/** What is worth running again; code that is gone is not. */
function retestRows({ run, losses, aging }: RunSummary): TextRow[] {
  const places = losses
    .filter(({ cause, reprovedBy }) => reprovedBy.length === 0 && !GONE.has(cause))
    .map(({ path, lines, now }) =>
      now === null ? `${path}:${lineRanges(lines)}` : `${now.path}:${lineRanges(now.lines)}`,
    );
  if (aging > 0) places.push(`the session as a whole (${lineWords(aging)} ageing)`);
  if (places.length === 0) return [];
  return [{ text: `${nameOf(run)}: ${places.join('; ')}`, indent: 2 }];
}

function nameOf({ label, ticket }: Run): string {
  return ticket === null || label.includes(ticket) ? label : `${label} · ${ticket}`;
}

function countWords({ valid, aging, lost }: LineCounts): string {
  const parts = [`${valid} valid`];
  if (aging > 0) parts.push(`${aging} ageing`);
  if (lost > 0) parts.push(`${lost} lost`);
  return parts.join(', ');
}

function signOf({ aging, lost }: LineCounts): Sign {
  if (lost > 0) return 'bad';
  return aging > 0 ? 'warn' : 'ok';
}

function lineWords(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}
