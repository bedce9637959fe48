import { STEPS, type SessionState, type Step } from '../src/session/session-state.js';
import { isWide } from './layout.js';
import { shownError } from './place-of.js';
import { BLANK, between, fitRow, row, span, wrapText, type Row, type Span } from './rows.js';
import { fieldSpans } from './screens/field-spans.js';
import { sessionMessage } from './session-words.js';
import { FORM_FIELDS } from './ui-state.js';
import type { View } from './view.js';

const TITLES: Readonly<Record<Step, string>> = {
  preflight: 'Preflight',
  connect: 'Connect',
  zero: 'Zero',
  exercise: 'Exercise',
  fetch: 'Fetch',
  review: 'Review',
  save: 'Save',
  commit: 'Commit',
  done: 'Done',
};
const TRAIL = STEPS.filter((step) => step !== 'done');

/** Line 1: tool, repository and commit on the left, the link on the right. */
export function headerRow(view: View): Row {
  const { state, columns } = view;
  const session = state.session;
  const where = session === null ? state.projectName : whereIs(view, session);
  const left = [span(' otto-bench', 'title'), span(`  ${where}`)];
  const right =
    session === null ? [span(`no link ${view.symbols.none}`, 'dim')] : linkSpans(view, session);
  return fitRow(between(left, [...right, span(' ')], columns), columns);
}

function whereIs(view: View, session: SessionState): string {
  const branch = session.branch === '' ? '' : session.branch;
  const commit = `${session.shortHead}${session.isDirty ? '*' : ''}`;
  const name = isWide(view.state) ? `${view.state.projectName}@${branch}` : branch;
  return `${name} ${commit}`.trim();
}

function linkSpans(view: View, session: SessionState): readonly Span[] {
  const { symbols } = view;
  switch (session.link) {
    case 'none':
      return [span(`no link ${symbols.none}`, 'dim')];
    case 'connecting':
      return [span(`connecting ${symbols.busy}`, 'busy')];
    case 'up':
      return [span(`${shortPort(session.port)} up ${symbols.up}`, 'ok')];
    case 'lost':
      return [span(`link lost ${symbols.bad}`, 'bad')];
  }
}

/** The part of a port's name that tells it apart: `/dev/serial/by-id/usb-X` is `usb-X`. */
function shortPort(port: string): string {
  const name = port.split('/').at(-1) ?? '';
  return (name === '' ? port : name).slice(0, 24);
}

/** Line 2: the step trail, or `4/8 Exercise` where that does not fit. */
export function trailRow(view: View): Row {
  const { state, symbols, columns } = view;
  const at = state.session === null ? -1 : STEPS.indexOf(state.session.step);
  if (!isWide(state)) {
    if (at < 0) return BLANK;
    const title = TITLES[STEPS[at] ?? 'done'];
    return row(
      span(at >= TRAIL.length ? ` ${title}` : ` ${at + 1}/${TRAIL.length} ${title}`, 'title'),
    );
  }
  const spans: Span[] = [span(' ')];
  for (const [index, step] of TRAIL.entries()) {
    if (index > 0) spans.push(span(` ${symbols.between} `, 'dim'));
    if (index < at) spans.push(span(symbols.ok, 'ok'));
    else if (index === at) spans.push(span(`[${index + 1} ${TITLES[step]}]`, 'title'));
    else spans.push(span(TITLES[step]));
  }
  return fitRow(row(...spans), columns);
}

/** Line 3, and the rule before a lower pane: a title in it when there is one. */
export function ruleRow(view: View, title = ''): Row {
  const { columns, symbols } = view;
  if (title === '') return { spans: [span(symbols.rule.repeat(columns), 'dim')], kind: 'rule' };
  const spans = [span(`${symbols.rule} `, 'dim'), span(title, 'title'), span(' ')];
  const line = fitRow(row(...spans, span(symbols.rule.repeat(columns), 'dim')), columns);
  return { ...line, kind: 'rule' };
}

const MESSAGE_LINES = 2;

/**
 * The line for messages: an open question, what runs, our own words, or the session's. One line;
 * what does not fit takes a second one above it.
 */
export function messageRows(view: View): readonly Row[] {
  const { prompt } = view.state;
  const { columns } = view;
  if (prompt !== null) {
    const label = ` ${prompt.label}: `;
    return [row(span(label, 'title'), ...fieldSpans(prompt.field, columns - label.length - 1))];
  }
  const message = messageOf(view);
  const lines = wrapText(message.text, columns - 2);
  const shown = lines.slice(0, MESSAGE_LINES);
  if (lines.length > MESSAGE_LINES)
    shown.push(`${shown.pop() ?? ''} ${lines.slice(MESSAGE_LINES).join(' ')}`);
  return shown.map((line) => row(span(` ${line}`, message.role)));
}

function messageOf(view: View): Span {
  const { state, symbols } = view;
  const { session } = state;
  if (state.overlay === 'quit')
    return span('Leave? The session is kept and can be resumed.', 'warn');
  if (state.overlay === 'discard') {
    return span('Discard this session and what it fetched, for good?', 'warn');
  }
  if (state.overlay === 'help') return span('any other key closes', 'dim');
  if (state.notice !== '') return span(state.notice);
  const error = shownError(state);
  if (error !== null) return span(`${symbols.bad} ${error.code}`, 'bad');
  if (session === null) return span('');
  if (session.busy !== null) return span(`${symbols.busy} ${session.busy}`, 'busy');
  return session.message === '' ? fieldProblem(view, session) : span(sessionMessage(session));
}

/** What is wrong with the field being edited; beside the field there may be no room for it. */
function fieldProblem(view: View, session: SessionState): Span {
  const name = FORM_FIELDS[view.state.formField];
  const problem = name === undefined ? undefined : session.preview?.problems[name];
  if (session.step !== 'save' || problem === undefined) return span('');
  return span(`${view.symbols.bad} ${problem}`, 'bad');
}
