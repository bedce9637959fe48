import { printable } from '../../src/base/printable.js';
import { logEnd, logSlice, type ConsoleLine } from '../console-log.js';
import { span, type Role, type Span } from '../rows.js';
import type { SessionView } from '../view.js';
import { fieldSpans } from './field-spans.js';

const ROLES: Readonly<Record<ConsoleLine['kind'], Role>> = {
  board: 'plain',
  own: 'own',
  mark: 'warn',
};

/** The lines of the console in sight: the newest ones, or those scrolled to. */
export function consoleLines(
  view: SessionView,
  height: number,
  columns: number,
): readonly (readonly Span[])[] {
  const { log, top, hasTimestamps } = view.state.console;
  const from = top ?? Math.max(log.first, logEnd(log) - height);
  return logSlice(log, from, height).map((line) => {
    const text = `${PREFIXES[line.kind]}${printable(line.text)}`;
    const stamp = hasTimestamps ? [span(`${clock(line.at)} `, 'dim')] : [];
    return [...stamp, span(text.slice(0, columns * 4), ROLES[line.kind])];
  });
}

const PREFIXES: Readonly<Record<ConsoleLine['kind'], string>> = {
  board: '',
  own: '> ',
  mark: '-- mark: ',
};

/** `Console - 2,114 lines` and whether the newest line is followed. */
export function consoleTitle(view: SessionView): { readonly left: string; readonly right: string } {
  const { log, top } = view.state.console;
  const count = logEnd(log);
  const left = `Console ${view.symbols.rule} ${count.toLocaleString('en-GB')} lines`;
  return { left, right: top === null ? 'follow' : `scroll -${count - top}` };
}

/** The line being typed to the board. */
export function inputSpans(view: SessionView, columns: number): readonly Span[] {
  const { input, focus } = view.state.console;
  const lead = span('> ', 'own');
  if (focus !== 'console') return [lead, span(input.graphemes.join(''), 'dim')];
  return [lead, ...fieldSpans(input, columns - 2)];
}

function clock(at: Date): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}
