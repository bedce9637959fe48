import { printable } from '../../src/base/printable.js';
import type { CoverageSummary, FileReview } from '../../src/session/session-state.js';
import { windowTop } from '../list-window.js';
import { cell, pathCell, span, type Span } from '../rows.js';
import type { SessionView } from '../view.js';

const HITS = 11;
const NEW = 5;

/** Files with hit lines, lines, and hit lines the store does not have yet. */
export function coverageLines(
  view: SessionView,
  height: number,
  columns: number,
): readonly (readonly Span[])[] {
  const coverage = view.session.coverage;
  if (coverage === null) return noSnapshot();
  const name = columns - HITS - NEW;
  const head = [
    span(cell('file', name) + cell('hit/lines', HITS, 'right') + cell('new', NEW, 'right'), 'dim'),
  ];
  const room = Math.max(1, height - 1);
  const files = coverage.files;
  const isFocused = view.state.console.focus === 'coverage';
  const cursor = isFocused ? view.state.cursor : 0;
  const top = windowTop(files.length, files.length > room ? room - 1 : room, cursor);
  const shown = files.slice(top, top + (files.length > room ? room - 1 : room));
  const left = files.length - top - shown.length;
  return [
    head,
    ...shown.map((file, index) => fileLine(view, file, name, isFocused && top + index === cursor)),
    ...(left > 0 ? [[span(`${view.symbols.more} ${left} more files`, 'dim')]] : []),
  ].slice(0, height);
}

function noSnapshot(): readonly (readonly Span[])[] {
  return [
    [span('no snapshot yet', 'dim')],
    [span('')],
    [span('Ctrl+T s', 'title'), span(' reads the')],
    [span('counters now')],
  ];
}

function fileLine(
  view: SessionView,
  file: FileReview,
  name: number,
  isChosen: boolean,
): readonly Span[] {
  const fresh = file.newLines.length;
  return [
    span(pathCell(file.path, name, view.symbols.more), isChosen ? 'chosen' : 'plain'),
    span(cell(`${file.hitLines}/${file.totalLines}`, HITS, 'right')),
    span(cell(fresh > 0 ? `+${fresh}` : '0', NEW, 'right'), fresh > 0 ? 'ok' : 'dim'),
  ];
}

/** The numbers under the list: when they were read, the total, and what is new to the store. */
export function coverageSummary(view: SessionView): readonly (readonly Span[])[] {
  const coverage = view.session.coverage;
  if (coverage === null) return [];
  const total = `total  ${coverage.hitLines}/${coverage.totalLines}  ${percentOf(coverage)}`;
  const fresh = span(`+${coverage.newLines} lines`, coverage.newLines > 0 ? 'ok' : 'dim');
  const { difference } = view.session;
  const added =
    difference?.since == null
      ? []
      : [[span(`+${difference.newLines} since ${printable(difference.since)}`, 'dim')]];
  return [
    [span(`snapshot ${clock(coverage.takenAt)}`, 'dim')],
    ...added,
    [span(total)],
    [span('new to store  '), fresh],
  ];
}

/** `33.4 %`; nothing to divide by gives a dash. */
export function percentOf(part: Pick<CoverageSummary, 'hitLines' | 'totalLines'>): string {
  if (part.totalLines === 0) return '-';
  // Rounded down: 100 % is said only of everything.
  return `${(Math.floor((part.hitLines / part.totalLines) * 1000) / 10).toFixed(1)} %`;
}

function clock(stamp: string): string {
  const at = new Date(stamp);
  return Number.isNaN(at.getTime()) ? stamp : at.toTimeString().slice(0, 8);
}
