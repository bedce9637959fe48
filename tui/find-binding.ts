import { graphemes } from './graphemes.js';
import { KEYMAP, type Binding } from './keymap.js';
import { isTyping, type Place } from './places.js';

/** True for keys that are text where text is typed. */
function isLetter(key: string): boolean {
  return key === 'space' || graphemes(key).length === 1;
}

/** The bindings of a place, in the order of the table. */
export function bindingsOf(place: Place): readonly Binding[] {
  return KEYMAP.filter((binding) => binding.places.includes(place));
}

/** How a key of a binding is pressed in a place: `s`, or `Ctrl+T s` where letters are text. */
export function needsPrefix(key: string, place: Place): boolean {
  return isTyping(place) && isLetter(key);
}

/**
 * The binding a key stands for, or null. After Ctrl+T every binding of the place answers; without
 * it, letters are text in a typing place and belong to nobody.
 */
export function findBinding(place: Place, key: string, isPrefixed: boolean): Binding | null {
  if (!isPrefixed && needsPrefix(key, place)) return null;
  return bindingsOf(place).find((binding) => binding.keys.includes(key)) ?? null;
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  enter: 'Enter',
  esc: 'Esc',
  tab: 'Tab',
  'shift+tab': 'Shift+Tab',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  backspace: 'Backspace',
  delete: 'Del',
  space: 'Space',
};

const ASCII_NAMES: Readonly<Record<string, string>> = {
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
};

/** A key as a person reads it: `Enter`, `Ctrl+S`, `n`. */
export function keyName(key: string, isAscii = false): string {
  const ascii = isAscii ? ASCII_NAMES[key] : undefined;
  if (ascii !== undefined) return ascii;
  if (key.startsWith('ctrl+')) return `Ctrl+${key.slice(5).toUpperCase()}`;
  return KEY_NAMES[key] ?? key;
}
