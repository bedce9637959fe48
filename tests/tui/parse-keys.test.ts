import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseKeys } from '../../tui/parse-keys.js';

function names(input: string): readonly string[] {
  return parseKeys(input, true).keys.map((key) => key.name);
}

describe('terminal input', () => {
  it('is split into keys when several come in one read', () => {
    expect(names('xq\r')).toEqual(['x', 'q', 'enter']);
    expect(names('\u001b[A\u001b[B\u001b[A')).toEqual(['up', 'down', 'up']);
    expect(names('uart send\r')).toEqual([
      'u',
      'a',
      'r',
      't',
      'space',
      's',
      'e',
      'n',
      'd',
      'enter',
    ]);
  });

  it('names the keys of common terminals', () => {
    expect(names('\u001b[H\u001b[F\u001bOH\u001bOF\u001b[1~\u001b[4~\u001b[7~\u001b[8~')).toEqual([
      'home',
      'end',
      'home',
      'end',
      'home',
      'end',
      'home',
      'end',
    ]);
    expect(names('\u001b[5~\u001b[6~\u001b[3~\u001b[Z\t')).toEqual([
      'pageup',
      'pagedown',
      'delete',
      'shift+tab',
      'tab',
    ]);
    expect(names('\u007f\b\u0001\u0003\u0014\u001a\n')).toEqual([
      'backspace',
      'backspace',
      'ctrl+a',
      'ctrl+c',
      'ctrl+t',
      'ctrl+z',
      'enter',
    ]);
    expect(names('\u001b[1;5C')).toEqual(['right']);
  });

  it('takes Esc before another key as both', () => {
    expect(names('\u001bq')).toEqual(['esc', 'q']);
    expect(names('\u001b\u001b')).toEqual(['esc', 'esc']);
  });

  it('holds half a sequence back until its end comes', () => {
    for (const whole of [
      '\u001b[A',
      '\u001b[5~',
      '\u001bOH',
      '\u001b[200~ab\u001b[201~',
      '\u001b[<0;10;10M',
    ]) {
      for (let cut = 1; cut < whole.length; cut += 1) {
        const first = parseKeys(whole.slice(0, cut), false);
        const second = parseKeys(first.rest + whole.slice(cut), false);
        expect([...first.keys, ...second.keys]).toEqual(parseKeys(whole, true).keys);
        expect(second.rest).toBe('');
      }
    }
  });

  it('gives a bracketed paste as one key with its text', () => {
    expect(parseKeys('a\u001b[200~x\ny\u001b[201~b', true).keys).toEqual([
      { name: 'a', text: 'a' },
      { name: 'paste', text: 'x\ny' },
      { name: 'b', text: 'b' },
    ]);
  });

  it('drops mouse, focus, function keys and reports of the terminal', () => {
    expect(names('\u001b[<0;10;10M\u001b[<0;10;10m\u001b[M !!\u001b[I\u001b[O')).toEqual([]);
    expect(names('\u001b[15~\u001bOP\u001b[24~')).toEqual([]);
    expect(names('\u001b]11;rgb:0000/0000/0000\u0007\u001bP>|xterm\u001b\\\u001b[?1;2c')).toEqual(
      [],
    );
  });

  it('keeps what a person sees as one character whole', () => {
    expect(parseKeys('é温👍🏽', true).keys.map((key) => key.text)).toEqual(['é', '温', '👍🏽']);
    expect(parseKeys('e\u0301x', true).keys.map((key) => key.text)).toEqual(['e\u0301', 'x']);
  });

  it('never throws, never loses its place and never gives control characters as text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (input) => {
        const parsed = parseKeys(input, true);
        for (const key of parsed.keys) {
          // eslint-disable-next-line no-control-regex
          if (key.name !== 'paste') expect(key.text).not.toMatch(/[\u0000-\u001f\u007f]/);
        }
      }),
    );
  });
});
