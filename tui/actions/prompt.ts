import { change, type Change } from '../ui-event.js';
import { fieldText, textField } from '../text-field.js';
import type { Prompt, UiState } from '../ui-state.js';
import { showSource } from './move.js';

const LABELS: Readonly<Record<Prompt['kind'], string>> = {
  mark: 'Mark',
  label: 'Label of the snapshot',
  port: 'Port',
  filter: 'Only paths with',
};

/** Asks for one line of text on the message line. */
export function ask(state: UiState, kind: Prompt['kind']): Change {
  const text = kind === 'filter' ? state.review.filter : kind === 'port' ? portNow(state) : '';
  const prompt: Prompt = { kind, label: LABELS[kind], field: textField(text) };
  return change({ ...state, prompt });
}

function portNow(state: UiState): string {
  return state.session?.port ?? '';
}

/** Takes the answer of the open question. */
export function answer(state: UiState): Change {
  const prompt = state.prompt;
  if (prompt === null) return change(state);
  const text = fieldText(prompt.field).trim();
  const closed: UiState = { ...state, prompt: null };
  switch (prompt.kind) {
    case 'mark':
      return text === '' ? change(closed) : change(closed, { do: 'mark', note: text });
    case 'label':
      return text === '' ? change(closed) : change(closed, { do: 'snapshot', label: text });
    case 'port':
      return text === '' ? change(closed) : change(closed, { do: 'connect', port: text });
    case 'filter':
      return showSource({ ...closed, review: { ...state.review, filter: text, cursor: 0 } });
  }
}
