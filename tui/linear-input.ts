import { graphemes } from './graphemes.js';
import type { Key } from './parse-keys.js';
import { placeOf } from './place-of.js';
import { isTyping, type Place } from './places.js';
import type { UiState } from './ui-state.js';

const PREFIX = '\u0014';

/** Words that stand for a key where letters are commands. */
const WORDS: Readonly<Record<string, string>> = {
  '': 'enter',
  quit: 'q',
  help: '?',
  back: 'esc',
  next: 'enter',
};

/** What a number does beyond choosing: Enter in menus, Space where entries are ticked. */
const AFTER_NUMBER: Partial<Record<Place, string>> = {
  home: 'enter',
  connect: 'enter',
  zero: 'enter',
  done: 'enter',
  review: 'space',
};

/** The keys a line of linear input stands for, in the place it was typed in. */
export function keysForLine(state: UiState, line: string): readonly Key[] {
  const place = placeOf(state);
  if (line.startsWith(PREFIX)) {
    const letter = line.slice(1).trim();
    return letter === '' ? [] : [key('ctrl+t'), typed(letter)];
  }
  if (isTyping(place)) return textKeys(place, line);
  const number = /^\d{1,4}$/.test(line.trim()) ? Number(line) : 0;
  if (number > 0) {
    const after = AFTER_NUMBER[place];
    const down = Array.from({ length: number - 1 }, () => key('down'));
    return [key('home'), ...down, ...(after === undefined ? [] : [key(after)])];
  }
  const word = WORDS[line.trim().toLowerCase()];
  if (word !== undefined) return [word.length === 1 ? typed(word) : key(word)];
  return graphemes(line).length === 1 ? [typed(line)] : [];
}

/** A line of text replaces a field of a form; an empty one leaves it as it is. */
function textKeys(place: Place, line: string): readonly Key[] {
  if (place === 'console') return [...paste(line), key('enter')];
  const replaced = line === '' ? [] : [key('end'), key('ctrl+u'), ...paste(line)];
  return [...replaced, key('enter')];
}

function paste(text: string): readonly Key[] {
  return text === '' ? [] : [{ name: 'paste', text }];
}

function key(name: string): Key {
  return { name, text: '' };
}

function typed(text: string): Key {
  return { name: text === ' ' ? 'space' : text, text };
}
