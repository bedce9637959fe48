import type { SaveForm } from '../../src/session/session-state.js';
import { fieldText, textField, type TextField } from '../text-field.js';
import { change, type Change } from '../ui-event.js';
import { FORM_FIELDS, type UiState } from '../ui-state.js';

/** Fills the fields from the session's form, on entering Save. */
export function loadForm(state: UiState, form: SaveForm): UiState {
  return { ...state, formField: 0, formFields: FORM_FIELDS.map((name) => textField(form[name])) };
}

/** Puts an edited field in and tells the session, which checks it. */
export function setField(state: UiState, field: TextField): Change {
  const name = FORM_FIELDS[state.formField];
  if (name === undefined) return change(state);
  const formFields = state.formFields.with(state.formField, field);
  const text = fieldText(field);
  const isSame = state.session?.form[name] === text;
  const next = { ...state, formFields };
  return isSame ? change(next) : change(next, { do: 'setForm', change: { [name]: text } });
}

/** Goes to the next field; Enter in the last one saves. */
export function nextField(state: UiState, isEnter: boolean): Change {
  const isLast = state.formField === FORM_FIELDS.length - 1;
  if (isLast && isEnter) return saveForm(state);
  const formField = (state.formField + 1) % FORM_FIELDS.length;
  return change({ ...state, formField }, { do: 'preview' });
}

/** Goes to the field before. */
export function previousField(state: UiState): Change {
  const formField = (state.formField + FORM_FIELDS.length - 1) % FORM_FIELDS.length;
  return change({ ...state, formField }, { do: 'preview' });
}

/** Writes the capture. A field with a problem gets the cursor instead. */
export function saveForm(state: UiState): Change {
  const problems = state.session?.preview?.problems ?? {};
  const wrong = FORM_FIELDS.findIndex((name) => problems[name] !== undefined);
  if (wrong >= 0) {
    const notice = `${problems[FORM_FIELDS[wrong] ?? 'ticket'] ?? ''}`;
    return change({ ...state, formField: wrong, notice }, { do: 'preview' });
  }
  return change(state, { do: 'save' });
}
