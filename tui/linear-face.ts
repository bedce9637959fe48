import { printable } from '../src/base/printable.js';
import { logEnd, logSlice } from './console-log.js';
import type { Face } from './face.js';
import { graphemes } from './graphemes.js';
import { hintLine } from './hint-line.js';
import { keyboard } from './keyboard.js';
import { keysForLine } from './linear-input.js';
import { linearError, linearLines, linearLink, linearTitle } from './linear-text.js';
import type { Key } from './parse-keys.js';
import { placeOf } from './place-of.js';
import { bindingsOf } from './find-binding.js';
import { sessionMessage } from './session-words.js';
import { mergedKeys } from './screens/help.js';
import { FORM_FIELDS, FORM_LABELS, type UiState } from './ui-state.js';
import type { Wizard } from './wizard.js';

/**
 * The wizard in lines: every change is said once, nothing is drawn over. Input is taken a line at
 * a time: a number chooses, a letter is a command, an empty line is Enter; where text is typed, a
 * line is the text.
 */
export function linearFace(
  wizard: Wizard,
  stdin: NodeJS.ReadStream,
  stdout: NodeJS.WriteStream,
  onEnd: () => void,
): Face {
  const say = (text: string): void => {
    if (text !== '') stdout.write(`${text}\r\n`);
  };
  const speaker = new Speaker(say);
  let line = '';
  const press = (name: string, text = ''): void => wizard.press({ name, text });

  const enter = (): void => {
    stdout.write('\r\n');
    const entered = line;
    line = '';
    for (const next of keysForLine(wizard.state(), entered)) press(next.name, next.text);
    if (placeOf(wizard.state()) === 'help') {
      // Said once and over: there is no box that could stay open.
      press('esc');
      speaker.help(wizard.state());
    }
    speaker.hints(wizard.state());
  };
  const onKey = (key: Key): void => {
    if (key.name === 'enter') enter();
    else if (key.name === 'backspace') {
      if (line !== '') stdout.write('\b \b');
      line = graphemes(line).slice(0, -1).join('');
    } else if (key.name === 'ctrl+t') {
      line = '\u0014';
      stdout.write('Ctrl+T ');
    } else if (key.text === '') {
      line = '';
      press(key.name);
    } else {
      line += key.text;
      stdout.write(printable(key.text));
    }
  };
  const keys = keyboard(stdin, onKey, onEnd);
  let unsubscribe: (() => void) | null = null;
  return {
    open: () => {
      unsubscribe ??= wizard.subscribe(() => speaker.changed(wizard.state()));
      keys.open();
      speaker.changed(wizard.state());
    },
    close: () => {
      unsubscribe?.();
      unsubscribe = null;
      keys.close();
    },
  };
}

/** Remembers what was said, and says what is new. */
class Speaker {
  private readonly said = new Map<string, string>();
  private lines: ReadonlySet<string> = new Set();
  private consoleAt = 0;
  private sessionId = '';

  constructor(private readonly say: (text: string) => void) {}

  changed(state: UiState): void {
    this.consoleLines(state);
    const place = placeOf(state);
    if (this.isNew('title', linearTitle(state))) {
      this.say(`-- ${linearTitle(state)} --`);
      this.lines = new Set();
    }
    this.once('link', linearLink(state));
    const isBusy = state.session !== null && state.session.busy !== null;
    this.once('busy', state.session?.busy ? `working: ${printable(state.session.busy)}` : '');
    if (!isBusy && place !== 'starting' && place !== 'help') this.newLines(linearLines(state));
    this.once('message', state.session === null ? '' : printable(sessionMessage(state.session)));
    this.once('notice', printable(state.notice));
    this.once('error', linearError(state).join('\r\n'));
    const isOver = this.isNew('isBusy', String(isBusy)) && !isBusy && state.session !== null;
    // What the keys do changes when an action is over: only then does Enter go on.
    if (this.isNew('place', place) || isOver) this.question(state);
    if (place === 'save' && this.isNew('field', String(state.formField))) this.field(state);
  }

  /** Says every key that works here. */
  help(state: UiState): void {
    const place = placeOf(state);
    const groups = mergedKeys(bindingsOf(place), place, true);
    for (const { keys, label } of groups) this.say(`${keys}: ${label}`);
  }

  /** Says the most useful keys when they are not those said last. */
  hints(state: UiState): void {
    const wide: UiState = { ...state, columns: 200, rows: 50, isAscii: true };
    const words = hintLine(wide, 200).spans.map((part) => part.text);
    this.once('hints', `keys: ${words.join('').trim()}`);
  }

  private question(state: UiState): void {
    const place = placeOf(state);
    if (place === 'quit') this.say('Leave? The session is kept. y or n');
    else if (place === 'discard') this.say('Discard this session for good? y or n');
    else if (state.prompt !== null) this.say(`${state.prompt.label}:`);
    else if (place !== 'help') this.hints(state);
  }

  private field(state: UiState): void {
    const name = FORM_FIELDS[state.formField];
    if (name === undefined) return;
    const value = printable(state.session?.form[name] ?? '');
    const problem = state.session?.preview?.problems[name];
    this.say(`${FORM_LABELS[name]} [${value}]: an empty line keeps it`);
    if (problem !== undefined) this.say(printable(problem));
  }

  private consoleLines(state: UiState): void {
    const { log } = state.console;
    const id = state.session?.id ?? '';
    if (id !== this.sessionId) this.consoleAt = 0;
    this.sessionId = id;
    const end = logEnd({ ...log, open: '' });
    const from = Math.max(this.consoleAt, log.first);
    for (const line of logSlice({ ...log, open: '' }, from, end - from)) {
      if (line.kind === 'board') this.say(`board: ${printable(line.text)}`);
    }
    this.consoleAt = Math.max(this.consoleAt, end);
  }

  private newLines(lines: readonly string[]): void {
    for (const text of lines) if (!this.lines.has(text)) this.say(text);
    this.lines = new Set(lines);
  }

  private once(kind: string, text: string): void {
    if (this.isNew(kind, text)) this.say(text);
  }

  private isNew(kind: string, text: string): boolean {
    const isNew = this.said.get(kind) !== text;
    this.said.set(kind, text);
    return isNew;
  }
}
