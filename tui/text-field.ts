import { printable } from '../src/base/printable.js';
import { cutToWidth, displayWidth } from '../src/report/display-width.js';
import { graphemes } from './graphemes.js';

/** One line of text being edited. `cursor` counts graphemes, so no edit can split one. */
export interface TextField {
  readonly graphemes: readonly string[];
  readonly cursor: number;
}

export type Edit =
  'backspace' | 'delete' | 'left' | 'right' | 'home' | 'end' | 'killLine' | 'killWord';

/** A field holding `text` with the cursor at its end. */
export function textField(text = ''): TextField {
  const shown = graphemes(text);
  return { graphemes: shown, cursor: shown.length };
}

/** The text of a field. */
export function fieldText(field: TextField): string {
  return field.graphemes.join('');
}

/** Puts typed or pasted text in at the cursor; line ends become spaces, other controls go. */
export function insertText(field: TextField, text: string): TextField {
  // eslint-disable-next-line no-control-regex
  const clean = text.replace(/\r\n|[\r\n\t]/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '');
  const before = field.graphemes.slice(0, field.cursor).join('') + clean;
  // Split again from the start: a combining mark typed alone joins the letter before it.
  const head = graphemes(before);
  return { graphemes: [...head, ...field.graphemes.slice(field.cursor)], cursor: head.length };
}

/** The field after one editing key. */
export function editField(field: TextField, edit: Edit): TextField {
  const { cursor } = field;
  const count = field.graphemes.length;
  switch (edit) {
    case 'backspace':
      return without(field, Math.max(0, cursor - 1), cursor);
    case 'delete':
      return without(field, cursor, Math.min(count, cursor + 1));
    case 'left':
      return { ...field, cursor: Math.max(0, cursor - 1) };
    case 'right':
      return { ...field, cursor: Math.min(count, cursor + 1) };
    case 'home':
      return { ...field, cursor: 0 };
    case 'end':
      return { ...field, cursor: count };
    case 'killLine':
      return without(field, 0, cursor);
    case 'killWord':
      return without(field, wordStart(field), cursor);
  }
}

function without(field: TextField, from: number, to: number): TextField {
  const kept = [...field.graphemes.slice(0, from), ...field.graphemes.slice(to)];
  return { graphemes: kept, cursor: from };
}

function wordStart(field: TextField): number {
  let at = field.cursor;
  while (at > 0 && field.graphemes[at - 1] === ' ') at -= 1;
  while (at > 0 && field.graphemes[at - 1] !== ' ') at -= 1;
  return at;
}

/** The part of a field that fits, around its cursor. */
export interface FieldWindow {
  readonly before: string;
  /** The grapheme under the cursor; empty at the end of the text. */
  readonly at: string;
  readonly after: string;
}

/** Cuts a field to `columns` columns, cursor cell included, so that the cursor stays in sight. */
export function fieldWindow(field: TextField, columns: number): FieldWindow {
  const shown = field.graphemes.map(printable);
  const at = shown[field.cursor] ?? '';
  let room = Math.max(0, columns - Math.max(1, displayWidth(at)));
  let start = field.cursor;
  while (start > 0) {
    const width = displayWidth(shown[start - 1] ?? '');
    if (width > room) break;
    room -= width;
    start -= 1;
  }
  const after = cutToWidth(shown.slice(field.cursor + 1).join(''), room);
  return { before: shown.slice(start, field.cursor).join(''), at, after };
}
