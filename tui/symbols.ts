/** Signs the screens draw with. Every one is one column wide on all terminals looked at. */
export interface Symbols {
  readonly ok: string;
  readonly warn: string;
  readonly bad: string;
  readonly busy: string;
  readonly up: string;
  readonly none: string;
  readonly waiting: string;
  readonly pointer: string;
  readonly between: string;
  readonly more: string;
  readonly full: string;
  readonly empty: string;
  readonly rule: string;
  readonly bar: string;
  readonly topLeft: string;
  readonly topRight: string;
  readonly bottomLeft: string;
  readonly bottomRight: string;
  readonly teeLeft: string;
  readonly teeRight: string;
  readonly upDown: string;
}

const UNICODE: Symbols = {
  ok: '✓',
  warn: '!',
  bad: '✗',
  busy: '◐',
  up: '●',
  none: '○',
  waiting: '·',
  pointer: '›',
  between: '›',
  more: '…',
  full: '█',
  empty: '░',
  rule: '─',
  bar: '│',
  topLeft: '┌',
  topRight: '┐',
  bottomLeft: '└',
  bottomRight: '┘',
  teeLeft: '├',
  teeRight: '┤',
  upDown: '↑↓',
};

const ASCII: Symbols = {
  ok: '+',
  warn: '!',
  bad: 'x',
  busy: '~',
  up: '*',
  none: 'o',
  waiting: '.',
  pointer: '>',
  between: '>',
  more: '~',
  full: '#',
  empty: '.',
  rule: '-',
  bar: '|',
  topLeft: '+',
  topRight: '+',
  bottomLeft: '+',
  bottomRight: '+',
  teeLeft: '+',
  teeRight: '+',
  upDown: 'Up/Down',
};

/** The signs of a terminal: ASCII on request and where the font is known to be small. */
export function symbolsFor(isAscii: boolean): Symbols {
  return isAscii ? ASCII : UNICODE;
}
