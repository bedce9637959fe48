import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/report/display-width.js';
import {
  editField,
  fieldText,
  fieldWindow,
  insertText,
  textField,
  type Edit,
} from '../../tui/text-field.js';

const EDITS: readonly Edit[] = [
  'backspace',
  'delete',
  'left',
  'right',
  'home',
  'end',
  'killLine',
  'killWord',
];

function after(text: string, ...edits: readonly Edit[]): string {
  let field = textField(text);
  for (const edit of edits) field = editField(field, edit);
  return `${field.graphemes.slice(0, field.cursor).join('')}|${field.graphemes.slice(field.cursor).join('')}`;
}

describe('a text field', () => {
  it('moves and deletes by whole characters', () => {
    expect(after('ab', 'backspace')).toBe('a|');
    expect(after('ab', 'home', 'delete')).toBe('|b');
    expect(after('a👍🏽', 'backspace')).toBe('a|');
    expect(after('ae\u0301', 'left', 'backspace')).toBe('|e\u0301');
    expect(after('', 'backspace', 'delete', 'left', 'right', 'killWord')).toBe('|');
  });

  it('kills the line and the word before the cursor', () => {
    expect(after('uart send 4096', 'killWord')).toBe('uart send |');
    expect(after('uart send  ', 'killWord')).toBe('uart |');
    expect(after('uart send', 'left', 'left', 'killLine')).toBe('|nd');
    expect(after('uart', 'home', 'killWord')).toBe('|uart');
  });

  it('takes a paste as one line without control characters', () => {
    expect(fieldText(insertText(textField('a'), 'b\r\nc\td\u001b\u0000e'))).toBe('ab c de');
  });

  it('joins a combining mark with the letter before it', () => {
    const field = insertText(textField('e'), '\u0301');
    expect(field).toEqual({ graphemes: ['e\u0301'], cursor: 1 });
  });

  it('shows the part around the cursor and never more than its columns', () => {
    expect(fieldWindow(textField('abcdef'), 4)).toEqual({ before: 'def', at: '', after: '' });
    expect(fieldWindow(editField(textField('abcdef'), 'home'), 4)).toEqual({
      before: '',
      at: 'a',
      after: 'bcd',
    });
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.array(fc.constantFrom(...EDITS), { maxLength: 20 }),
        fc.integer({ min: 2, max: 20 }),
        (text, edits, columns) => {
          let field = insertText(textField(), text);
          for (const edit of edits) field = editField(field, edit);
          expect(field.cursor).toBeGreaterThanOrEqual(0);
          expect(field.cursor).toBeLessThanOrEqual(field.graphemes.length);
          const shown = fieldWindow(field, columns);
          expect(displayWidth(shown.before) + displayWidth(shown.after)).toBeLessThan(columns);
        },
      ),
    );
  });
});
