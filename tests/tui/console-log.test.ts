import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_LOG,
  SCROLLBACK_LINES,
  addConsoleText,
  addOwnLine,
  logEnd,
  logSlice,
  type ConsoleLog,
} from '../../tui/console-log.js';

const AT = new Date('2026-11-30T14:12:30Z');

function heard(...pieces: readonly string[]): ConsoleLog {
  return pieces.reduce((log, text) => addConsoleText(log, text, AT), EMPTY_LOG);
}

function texts(log: ConsoleLog): readonly string[] {
  return logSlice(log, log.first, SCROLLBACK_LINES + 1).map((line) => line.text);
}

describe('the console log', () => {
  it('ends lines at CR LF, LF and CR', () => {
    expect(texts(heard('a\r\nb\nc\rd'))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('shows the line the board has not finished', () => {
    expect(texts(heard('boot\r\nuart:~$ '))).toEqual(['boot', 'uart:~$ ']);
    expect(logEnd(heard('boot\r\n'))).toBe(1);
  });

  it('is the same however the text was cut into pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\r', '\n', '\r\n', 'bc'), { maxLength: 30 }),
        fc.array(fc.nat(40), { maxLength: 6 }),
        (parts, cuts) => {
          const text = parts.join('');
          const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].toSorted(
            (a, b) => a - b,
          );
          const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
          expect(texts(heard(...pieces))).toEqual(texts(heard(text)));
        },
      ),
    );
  });

  it('keeps ten thousand lines, each with a number that stays', () => {
    const many = Array.from({ length: SCROLLBACK_LINES + 5 }, (_, index) => `line ${index}`);
    const log = heard(`${many.join('\n')}\n`);
    expect(log.lines.length).toBe(SCROLLBACK_LINES);
    expect(log.first).toBe(5);
    expect(logSlice(log, 7, 1)[0]?.text).toBe('line 7');
    expect(logSlice(log, 0, 1)[0]?.text).toBe('line 5');
  });

  it('cuts a line that never ends', () => {
    const log = heard('x'.repeat(10_000));
    expect(log.lines.map((line) => line.text.length)).toEqual([4096, 4096]);
    expect(log.open.length).toBe(10_000 - 2 * 4096);
  });

  it('ends an open line before one of ours', () => {
    const log = addOwnLine(heard('uart:~$ '), 'help', 'own', AT);
    expect(log.lines.map(({ text, kind }) => [kind, text])).toEqual([
      ['board', 'uart:~$ '],
      ['own', 'help'],
    ]);
    expect(log.open).toBe('');
  });
});
