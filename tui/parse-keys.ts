import { graphemes } from './graphemes.js';

/** One key press. `name` is what bindings use; `text` is what it types, empty for most keys. */
export interface Key {
  readonly name: string;
  readonly text: string;
}

/** What a piece of terminal input held, and the tail that may go on in the next piece. */
export interface ParsedKeys {
  readonly keys: readonly Key[];
  readonly rest: string;
}

const ESC = '\u001b';
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;
/** A paste without an end must not hold the keyboard for ever. */
const LONGEST_PASTE = 1 << 20;

const FINAL_NAMES: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  Z: 'shift+tab',
};

const TILDE_NAMES: Readonly<Record<string, string>> = {
  '1': 'home',
  '3': 'delete',
  '4': 'end',
  '5': 'pageup',
  '6': 'pagedown',
  '7': 'home',
  '8': 'end',
};

const CONTROL_NAMES: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
};

// CSI with parameters and a final byte, SS3, a terminal's own reports (OSC, DCS, APC), old and new
// mouse reports. Sequences nobody binds are recognised here too, so that they are not typed.
const SEQUENCE =
  // eslint-disable-next-line no-control-regex
  /^\u001b(?:\[M[^]{3}|\[([0-?]*)[ -/]*([@-~])|O([ -~])|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\))/;
const UNFINISHED =
  // eslint-disable-next-line no-control-regex
  /^\u001b(?:$|\[M[^]{0,2}$|\[[0-?]*[ -/]*$|O$|[\]PX^_][^\u0007\u001b]{0,256}\u001b?$)/;

/**
 * Splits terminal input into keys. A piece may hold several keys (fast typing, tmux, ssh), a paste
 * (bracketed, given as one `paste` key) or half of an escape sequence, which comes back as `rest`
 * to be put before the next piece. With `isFinal` nothing is held back: a lone escape is Esc.
 */
export function parseKeys(input: string, isFinal: boolean): ParsedKeys {
  const keys: Key[] = [];
  let at = 0;
  while (at < input.length) {
    const tail = input.slice(at);
    if (tail.startsWith(ESC)) {
      const taken = takeEscape(tail, isFinal, keys);
      if (taken === 0) return { keys, rest: tail };
      at += taken;
    } else {
      const end = input.indexOf(ESC, at);
      addText(input.slice(at, end < 0 ? input.length : end), keys);
      at = end < 0 ? input.length : end;
    }
  }
  return { keys, rest: '' };
}

/** Takes one escape sequence off the front; 0 when its end has not come yet. */
function takeEscape(tail: string, isFinal: boolean, keys: Key[]): number {
  if (tail.startsWith(PASTE_START)) return takePaste(tail, keys);
  const match = SEQUENCE.exec(tail);
  if (match) {
    const name = sequenceName(match[1] ?? '', match[2] ?? '', match[3] ?? '');
    if (name !== null) keys.push({ name, text: '' });
    return match[0].length;
  }
  if (!isFinal && UNFINISHED.test(tail)) return 0;
  keys.push({ name: 'esc', text: '' });
  return 1;
}

function takePaste(tail: string, keys: Key[]): number {
  const end = tail.indexOf(PASTE_END);
  if (end < 0 && tail.length < LONGEST_PASTE) return 0;
  const text = tail.slice(PASTE_START.length, end < 0 ? undefined : end);
  if (text !== '') keys.push({ name: 'paste', text });
  return end < 0 ? tail.length : end + PASTE_END.length;
}

function sequenceName(parameters: string, final: string, ss3: string): string | null {
  if (ss3 !== '') return ss3 === 'M' ? 'enter' : (FINAL_NAMES[ss3] ?? null);
  if (final === '~') return TILDE_NAMES[parameters.split(';')[0] ?? ''] ?? null;
  return FINAL_NAMES[final] ?? null;
}

function addText(text: string, keys: Key[]): void {
  for (const segment of graphemes(text)) {
    if (segment === '\r\n') keys.push({ name: 'enter', text: '' });
    else if (segment === ' ') keys.push({ name: 'space', text: ' ' });
    else if (segment.length > 1 || segment > '\u009f' || /[!-~]/.test(segment)) {
      keys.push({ name: segment, text: segment });
    } else {
      const code = segment.charCodeAt(0);
      const control = CONTROL_NAMES[segment];
      if (control !== undefined) keys.push({ name: control, text: '' });
      else if (code >= 1 && code <= 26) {
        keys.push({ name: `ctrl+${String.fromCharCode(96 + code)}`, text: '' });
      }
    }
  }
}
