import type { Step } from '../src/session/session-state.js';
import { homeEntries } from './entries.js';
import { bindingsOf, keyName, needsPrefix } from './find-binding.js';
import type { ActionId, Binding } from './keymap.js';
import { fitRow, row, span, spansWidth, type Row, type Span } from './rows.js';
import { placeOf, shownError } from './place-of.js';
import { isTyping, type Place } from './places.js';
import { causeWords, offersPort, openWarnings } from './session-words.js';
import { symbolsFor } from './symbols.js';
import type { UiState } from './ui-state.js';

interface Hint {
  readonly id: ActionId;
  readonly key: string;
  readonly text: string;
}

/** The last line of the screen: the keys that work here, `? help` and `q quit` the last to go. */
export function hintLine(state: UiState, columns: number): Row {
  const place = placeOf(state);
  if (isTyping(place) && !state.isPrefixed) return typingHints(state, place, columns);
  const lead = state.isPrefixed ? [span(' Ctrl+T ', 'title')] : [span(' ')];
  const hints = hintsOf(state, place, isTyping(place) ? 'prefixed' : 'all');
  return fitRow(row(...lead, ...fitHints(hints, columns - spansWidth(lead) - 1)), columns);
}

/** `Enter send  Tab pane  Ctrl+T then: n next  s snapshot  ? help  q quit`. */
function typingHints(state: UiState, place: Place, columns: number): Row {
  const letters = hintsOf(state, place, 'prefixed');
  const isShort = columns < NARROW_COLUMNS;
  const then = isShort ? '^T then: ' : 'Ctrl+T then: ';
  const short = letters.map((hint) => hint.key).join(' ');
  const least = isShort ? short.length : widthOf(letters.filter(isKept), GAP);
  const direct = fitHints(
    hintsOf(state, place, 'direct'),
    columns - 2 - GAP.length - then.length - least,
  );
  const free = columns - 2 - spansWidth(direct) - GAP.length - then.length;
  const after = isShort ? [span(short, 'title')] : fitHints(letters, free);
  if (letters.length === 0) return fitRow(row(' ', ...direct), columns);
  return fitRow(row(' ', ...direct, span(`${GAP}${then}`, 'dim'), ...after), columns);
}

const GAP = '  ';
const CLOSE = 'close';

const ROOMY_COLUMNS = 100;
const NARROW_COLUMNS = 70;

/** The hints that are the last to go. */
function isKept(hint: Hint): boolean {
  return hint.id === 'help' || hint.id === 'quit' || (hint.id === 'back' && hint.text === CLOSE);
}

function widthOf(hints: readonly Hint[], gap: string): number {
  return hints.reduce((sum, hint) => sum + hintWidth(hint) + gap.length, 0);
}

function hintWidth(hint: Hint): number {
  return spansWidth([span(`${hint.key} ${hint.text}`)]);
}

/** Hints in order until the line is full; for those that must stay there is always room. */
function fitHints(hints: readonly Hint[], columns: number): readonly Span[] {
  const kept = hints.filter(isKept);
  let used = widthOf(kept, GAP);
  const shown: Hint[] = [];
  for (const hint of hints) {
    if (isKept(hint)) continue;
    const width = hintWidth(hint) + GAP.length;
    if (used + width > columns + GAP.length) break;
    used += width;
    shown.push(hint);
  }
  return [...shown, ...kept].flatMap((hint, index) => [
    span(index === 0 ? '' : GAP),
    span(hint.key, 'title'),
    span(` ${hint.text}`),
  ]);
}

function hintsOf(state: UiState, place: Place, kind: 'all' | 'direct' | 'prefixed'): Hint[] {
  const hints: Hint[] = [];
  for (const binding of bindingsOf(place)) {
    const key = binding.keys.find(
      (name) => kind === 'all' || needsPrefix(name, place) === (kind === 'prefixed'),
    );
    const text = hintText(binding, state);
    if (key === undefined || text === undefined) continue;
    hints.push({ id: binding.id, key: shownKey(binding, key, state), text });
  }
  return hints;
}

function shownKey(binding: Binding, key: string, state: UiState): string {
  return binding.id === 'down' ? symbolsFor(state.isAscii).upDown : keyName(key, state.isAscii);
}

const NEXT_STEPS: ReadonlySet<ActionId> = new Set<ActionId>([
  'next',
  'connectOrNext',
  'zeroOrNext',
  'fetchOrNext',
]);

/** What a key does right now; Enter changes with what has been done already. */
function hintText(binding: Binding, state: UiState): string | undefined {
  const session = state.session;
  if (binding.id === 'back') return backText(state);
  if (binding.id === 'reconnect' && session?.link !== 'up') return undefined;
  if (binding.id === 'discard' && homeEntries(state)[state.cursor]?.kind !== 'resume')
    return undefined;
  if (binding.id === 'errorPort' && !offersPort(state)) return undefined;
  if (binding.id === 'details' && !hasMore(state)) return undefined;
  if (binding.id === 'force' && openWarnings(state).length === 0) return undefined;
  if (binding.id === 'down' && isCrowded(state)) return undefined;
  if (binding.id === 'refetch' && session?.busy) return undefined;
  if (session === null || !NEXT_STEPS.has(binding.id)) return binding.hint;
  if (session.busy !== null) return undefined;
  const isDone: Partial<Record<Step, boolean>> = {
    connect: session.link === 'up',
    zero: session.isZeroed && state.cursor === 0,
    fetch: session.coverage !== null,
  };
  if (session.step === 'preflight') {
    if (session.checks.some((check) => check.grade === 'blocking')) return 'next (blocked)';
    const isFree = openWarnings(state).length === 0 || state.columns < NARROW_COLUMNS;
    return isFree ? 'next' : 'next (warnings first)';
  }
  return isDone[session.step] ? 'next' : binding.hint;
}

/** Preflight with open warnings: the keys that lead on need the room. */
function isCrowded(state: UiState): boolean {
  const isPreflight = placeOf(state) === 'preflight';
  return isPreflight && openWarnings(state).length > 0 && state.columns < ROOMY_COLUMNS;
}

function hasMore(state: UiState): boolean {
  const error = shownError(state);
  return error !== null && causeWords(error).length > 0;
}

/** What Esc does in the place that has the keys; on the console there is no room to say so. */
function backText(state: UiState): string | undefined {
  const place = placeOf(state);
  if (place === 'lost') return 'hide';
  if (place === 'help' || place === 'error') return CLOSE;
  if (place === 'prompt') return 'cancel';
  if (state.session !== null && state.session.busy !== null) return 'stop';
  return place === 'home' || place === 'console' ? undefined : 'back';
}
