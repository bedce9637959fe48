import { printable } from '../base/printable.js';
import type { ComparedValue, DifferenceKind, GcovDifference } from '../gcov/gcov-difference.js';
import { describeTool } from '../gcov/gcov-tool.js';
import type { GcovCheck } from '../session/gcov-findings.js';
import { textTable } from './text-table.js';

const SHOWN = 20;
const SHOWN_BRANCHES = 12;
const KIND_OF_FUNCTION: Partial<Record<DifferenceKind, string>> = {
  'function-line': 'first line',
  'prime-paths': 'prime paths',
};

/**
 * What a check with gcov found, for people: one sentence when all is equal, else the first
 * differences and how many there are.
 */
export function checkText(check: GcovCheck): readonly string[] {
  const tool = describeTool(check.tool);
  const { compared, differences } = check;
  const sizes = [
    counted(compared.files, 'file'),
    counted(compared.lines, 'line'),
    counted(compared.branches, 'branch', 'branches'),
  ].join(', ');
  if (differences.length === 0) return [`${tool} agrees: ${sizes}`, ...explanations(check)];
  const shown = differences.slice(0, SHOWN);
  const rest = differences.length - shown.length;
  return [
    `${tool} differs in ${counted(differences.length, 'place')}; compared: ${sizes}`,
    ...shown.filter(({ kind }) => kind === 'object').flatMap((one) => objectLines(one, tool)),
    ...numberTable(
      shown.filter(({ kind }) => kind !== 'object'),
      tool,
    ),
    ...(rest > 0 ? [`and ${rest.toLocaleString('en-GB')} more (--format json lists all)`] : []),
    ...explanations(check),
  ];
}

/** What is said of a whole object is sentences, too long for a table. */
function objectLines({ path, ours, theirs }: GcovDifference, tool: string): readonly string[] {
  return [
    printable(path),
    `  otto-bench: ${printable(valueText(ours))}`,
    `  ${tool}: ${printable(valueText(theirs))}`,
  ];
}

function numberTable(differences: readonly GcovDifference[], tool: string): readonly string[] {
  if (differences.length === 0) return [];
  const rows = differences.map((difference) => [
    placeOf(difference),
    whatOf(difference),
    valueText(difference.ours),
    valueText(difference.theirs),
  ]);
  return textTable([['Where', 'What', 'otto-bench', tool], ...rows]);
}

function explanations({ explained }: GcovCheck): readonly string[] {
  const faults = new Map<string, number>();
  for (const { fault } of explained) faults.set(fault, (faults.get(fault) ?? 0) + 1);
  return [...faults].map(
    ([fault, count]) => `${counted(count, 'number')} differ by a known fault: ${fault}`,
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
  const shown = value.slice(0, SHOWN_BRANCHES).map((taken) => (taken === null ? '-' : `${taken}`));
  return `${shown.join(' ')}${value.length > SHOWN_BRANCHES ? ' …' : ''}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
}
