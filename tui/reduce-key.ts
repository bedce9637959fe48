import { sendTyped } from './actions/exercise.js';
import { typeText } from './edit-typed.js';
import { findBinding } from './find-binding.js';
import type { Key } from './parse-keys.js';
import { performAction } from './perform-action.js';
import { placeOf } from './place-of.js';
import { isTyping } from './places.js';
import { change, type Change } from './ui-event.js';
import type { UiState } from './ui-state.js';

/** One key press. What it means depends only on the place, the key and the Ctrl+T before it. */
export function reduceKey(before: UiState, key: Key): Change {
  const place = placeOf(before);
  const isPrefixed = before.isPrefixed;
  const state: UiState = { ...before, isPrefixed: false, notice: '' };
  if (key.name === 'paste') return isTyping(place) ? paste(state, key.text) : change(state);
  if (isPrefixed && (key.name === 'esc' || key.name === 'ctrl+t')) return change(state);
  const binding = findBinding(place, key.name, isPrefixed);
  if (binding !== null) return performAction(state, binding.id, key.name);
  if (isPrefixed) return change({ ...state, notice: `Ctrl+T ${key.text}: no such command here` });
  if (place === 'help') return change({ ...state, overlay: null, helpTop: 0 });
  if (isTyping(place) && key.text !== '') return typeText(state, key.text);
  return change(state);
}

/** Pasted text: every whole line goes to the board on the console; forms take it as one line. */
function paste(state: UiState, text: string): Change {
  if (placeOf(state) !== 'console') return typeText(state, text.replace(/[\r\n]+$/, ''));
  const lines = text.split(/\r\n|\n|\r/);
  let next = change(state);
  for (const [index, line] of lines.entries()) {
    const typed = typeText(next.state, line);
    const isLast = index === lines.length - 1;
    const sent = isLast ? typed : sendTyped(typed.state);
    next = change(sent.state, ...next.effects, ...sent.effects);
  }
  return next;
}
