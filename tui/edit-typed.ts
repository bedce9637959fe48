import { setField } from './actions/form.js';
import { editField, insertText, type Edit, type TextField } from './text-field.js';
import { change, type Change } from './ui-event.js';
import type { UiState } from './ui-state.js';

/** Applies an editing key to the field that has the cursor. */
export function editTyped(state: UiState, edit: Edit): Change {
  return applyToField(state, (field) => editField(field, edit));
}

/** Puts typed or pasted text into the field that has the cursor. */
export function typeText(state: UiState, text: string): Change {
  return applyToField(state, (field) => insertText(field, text));
}

function applyToField(state: UiState, edit: (field: TextField) => TextField): Change {
  if (state.prompt !== null) {
    return change({ ...state, prompt: { ...state.prompt, field: edit(state.prompt.field) } });
  }
  if (state.session?.step === 'save') {
    const field = state.formFields[state.formField];
    return field === undefined ? change(state) : setField(state, edit(field));
  }
  const input = edit(state.console.input);
  return change({ ...state, console: { ...state.console, input } });
}
