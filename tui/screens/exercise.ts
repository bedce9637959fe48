import { isWide, exercisePanes } from '../layout.js';
import { row, span, type Row, type Span } from '../rows.js';
import { fieldText } from '../text-field.js';
import type { SessionView } from '../view.js';
import { consoleTitle, consoleLines, inputSpans } from './console-lines.js';
import { coverageLines, coverageSummary } from './coverage-lines.js';
import { boxBottom, boxLine, boxMiddle, boxTop, joinRows } from './panes.js';
import { ruleRow } from '../chrome.js';

/** The board's console and what its counters say so far. */
export function exerciseScreen(view: SessionView): readonly Row[] {
  return isWide(view.state) ? twoPanes(view) : onePane(view);
}

function twoPanes(view: SessionView): readonly Row[] {
  const { state, height } = view;
  const widths = exercisePanes(state);
  const lines = height - 5;
  const isConsole = state.console.focus === 'console';
  const talk = consoleLines(view, lines - 1, widths.console - 2);
  const title = consoleTitle(view);
  const console = [
    boxTop(view, widths.console, title.left, title.right, isConsole),
    ...fill(talk, lines - 1).map((line) => boxLine(view, widths.console, line)),
    boxMiddle(view, widths.console),
    boxLine(view, widths.console, inputSpans(view, widths.console - 2)),
    boxBottom(view, widths.console),
  ];
  const inner = widths.coverage - 2;
  const summary = coverageSummary(view);
  const files = coverageLines(view, lines - 1 - summary.length, inner);
  const note: readonly Span[] = [span(`ticket ${view.session.form.ticket || 'at Save'}`, 'dim')];
  const coverage = [
    boxTop(view, widths.coverage, 'Coverage', '', !isConsole),
    ...fill(files, lines - 1 - summary.length).map((line) => boxLine(view, widths.coverage, line)),
    ...summary.map((line) => boxLine(view, widths.coverage, line)),
    boxMiddle(view, widths.coverage),
    boxLine(view, widths.coverage, note),
    boxBottom(view, widths.coverage),
  ];
  return [...joinRows(console, coverage), trafficRow(view), modeRow(view)];
}

const NO_SNAPSHOT: readonly Span[] = [
  span('no snapshot yet: ', 'dim'),
  span('Ctrl+T s', 'title'),
  span(' reads the counters', 'dim'),
];

function onePane(view: SessionView): readonly Row[] {
  const { state, height, columns } = view;
  const counts = coverageSummary(view).slice(-2);
  const summary = counts.length > 0 ? counts : [NO_SNAPSHOT];
  const lines = height - 3 - summary.length;
  if (state.console.focus === 'coverage') {
    const files = fill(coverageLines(view, lines + 1, columns - 2), lines + 1);
    return [
      ...files.map(indented),
      ruleRow(view, 'Coverage'),
      ...summary.map(indented),
      trafficRow(view),
    ];
  }
  const title = consoleTitle(view);
  return [
    ...fill(consoleLines(view, lines, columns), lines).map((spans) => row(...spans)),
    row(...inputSpans(view, columns)),
    ruleRow(view, title.right === 'follow' ? '' : `Console ${title.right}`),
    ...summary.map(indented),
    trafficRow(view),
  ];
}

function indented(spans: readonly Span[]): Row {
  return row(' ', ...spans);
}

function fill(lines: readonly (readonly Span[])[], height: number): readonly (readonly Span[])[] {
  return [...lines, ...Array.from({ length: Math.max(0, height - lines.length) }, () => [])];
}

/** Bytes in and out and how long the board has been driven. */
function trafficRow(view: SessionView): Row {
  const { session, state } = view;
  const since = state.console.sinceMs;
  const elapsed = since === null ? '' : `   elapsed ${duration(state.nowMs - since)}`;
  return row(` rx ${bytes(session.receivedBytes)}   tx ${bytes(session.sentBytes)}${elapsed}`);
}

function modeRow(view: SessionView): Row {
  if (view.state.console.focus === 'coverage')
    return row(span(' letters are commands here; Tab goes back to the console', 'dim'));
  const isEmpty = fieldText(view.state.console.input) === '';
  const words = ' typing goes to the board; Ctrl+T first for a command';
  return row(span(words, isEmpty ? 'plain' : 'dim'));
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const short = `${pad(minutes % 60)}:${pad(seconds % 60)}`;
  return minutes < 60 ? short : `${Math.floor(minutes / 60)}:${short}`;
}

function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)} KB` : `${(count / 1e6).toFixed(1)} MB`;
}
