import { printable } from '../base/printable.js';
import type { ComparedValue, DifferenceKind, GcovDifference } from '../gcov/gcov-difference.js';
import { describeTool } from '../gcov/gcov-tool.js';
import type { GcovCheck } from '../session/gcov-findings.js';
import { cutToWidth, displayWidth } from '../report/display-width.js';
import { shortPath, textRows, type TextStyle } from '../report/text-rows.js';
import { textTable } from './text-table.js';

const SHOWN = 20;
const MAX_CELL_COLUMNS = 24;
const MIN_PLACE_COLUMNS = 12;
const KIND_OF_FUNCTION: Partial<Record<DifferenceKind, string>> = {
  'function-line': 'first line',
  'prime-paths': 'prime paths',
};

/**
 * What a check with gcov found, for people: one sentence when all is equal, else the first
 * differences and how many there are. Nothing is wider than `style.columns` from 60 on.
 */
export function checkText(check: GcovCheck, style: TextStyle): readonly string[] {
  const tool = describeTool(check.tool);
  const { compared, differences } = check;
  const sizes = [
    counted(compared.files, 'file'),
    counted(compared.lines, 'line'),
    counted(compared.branches, 'branch', 'branches'),
  ].join(', ');
  const rows = (texts: readonly string[]): readonly string[] =>
    textRows(
      texts.map((text) => ({ text })),
      style,
    );
  if (differences.length === 0) return rows([`${tool} agrees: ${sizes}`, ...explanations(check)]);
  const shown = differences.slice(0, SHOWN);
  const rest = differences.length - shown.length;
  return [
    ...rows([`${tool} differs in ${counted(differences.length, 'place')}; compared: ${sizes}`]),
    ...shown.filter(({ kind }) => kind === 'object').flatMap((one) => objectRows(one, tool, style)),
    ...numberTable(
      shown.filter(({ kind }) => kind !== 'object'),
      tool,
      style,
    ),
    ...rows([
      ...(rest > 0 ? [`and ${rest.toLocaleString('en-GB')} more (--format json lists all)`] : []),
      ...explanations(check),
    ]),
  ];
}

/** What is said of a whole object is sentences, too long for a table. */
function objectRows(
  { path, ours, theirs }: GcovDifference,
  tool: string,
  style: TextStyle,
): readonly string[] {
  return textRows(
    [
      { text: path },
      { text: `otto-bench: ${valueText(ours)}`, indent: 2 },
      { text: `${tool}: ${valueText(theirs)}`, indent: 2 },
    ],
    style,
  );
}

function numberTable(
  differences: readonly GcovDifference[],
  tool: string,
  style: TextStyle,
): readonly string[] {
  if (differences.length === 0) return [];
  const facts = [
    ['What', 'otto-bench', tool],
    ...differences.map((difference) => [
      cell(whatOf(difference), style),
      cell(valueText(difference.ours), style),
      cell(valueText(difference.theirs), style),
    ]),
  ];
  const used = Math.max(...textTable(facts).map(displayWidth)) + 2;
  const room = Math.max(MIN_PLACE_COLUMNS, style.columns - used);
  const places = [
    'Where',
    ...differences.map((difference) => shortPath(placeOf(difference), room, style).trimEnd()),
  ];
  return textTable(facts.map((cells, index) => [places[index] ?? '', ...cells]));
}

/** Cut where it is too wide, and marked so: half a number must not look like one. */
function cell(text: string, style: TextStyle): string {
  const safe = printable(text);
  if (displayWidth(safe) <= MAX_CELL_COLUMNS) return safe;
  const more = style.ascii ? '...' : '…';
  return cutToWidth(safe, MAX_CELL_COLUMNS - more.length) + more;
}

function explanations({ explained }: GcovCheck): readonly string[] {
  const faults = new Map<string, number>();
  for (const { fault } of explained) faults.set(fault, (faults.get(fault) ?? 0) + 1);
  return [...faults].map(
    ([fault, count]) =>
      `${counted(count, 'number differs', 'numbers differ')} by a known fault: ${fault}`,
  );
}

function placeOf({ path, line }: GcovDifference): string {
  return line === null ? path : `${path}:${line}`;
}

function whatOf({ kind, name }: GcovDifference): string {
  if (name === null) return kind;
  return kind === 'function' ? name : `${KIND_OF_FUNCTION[kind] ?? kind} of ${name}`;
}

function valueText(value: ComparedValue): string {
  if (value === null) return '-';
  if (!Array.isArray(value)) return String(value);
  return value.map((taken) => (taken === null ? '-' : `${taken}`)).join(' ');
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
}
