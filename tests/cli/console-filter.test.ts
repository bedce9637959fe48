import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConsoleFilter } from '../../src/cli/console-filter.js';
import { ConsoleKeys } from '../../src/cli/console-keys.js';

const filter = (text: string): string =>
  Buffer.from(new ConsoleFilter().take(Buffer.from(text, 'latin1'))).toString('latin1');

describe('the console filter', () => {
  it.each([
    ['plain \r\n text', 'plain \r\n text'],
    ['\u001b[32mgreen\u001b[0m \u001b[2K\u001b[3D', '\u001b[32mgreen\u001b[0m \u001b[2K\u001b[3D'],
    ['a\u001b]0;title\u0007b', 'ab'],
    ['a\u001b]52;c;ZXZpbA==\u001b\\b', 'ab'],
    ['a\u001bP+q544e\u001b\\b', 'ab'],
    ['a\u001b[6nb\u001b[cc\u001b[21td', 'abcd'],
    ['a\u001bcb', 'ab'],
  ])('turns %j into %j', (text, shown) => {
    expect(filter(text)).toBe(shown);
  });

  it('does not depend on how the bytes are cut', () => {
    const piece = fc.constantFrom(
      '\u001b',
      '[',
      ']',
      '0',
      ';',
      'n',
      'm',
      '\u0007',
      '\\',
      'P',
      'x',
      '\r',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.nat(60), (parts, cut) => {
        const bytes = Buffer.from(parts.join(''), 'latin1');
        const one = new ConsoleFilter();
        const two = new ConsoleFilter();
        const whole = Buffer.from(one.take(bytes));
        const halves = Buffer.concat([
          two.take(bytes.subarray(0, cut)),
          two.take(bytes.subarray(cut)),
        ]);
        expect(halves).toEqual(whole);
      }),
    );
  });
});

describe('the console keys', () => {
  const send = (text: string) => ({ do: 'send', bytes: Uint8Array.from(Buffer.from(text)) });

  it('send what is typed, with the newline of the board', () => {
    expect(new ConsoleKeys('\r\n').take(Buffer.from('ab\rc\n'))).toEqual([send('ab\r\nc\r\n')]);
  });

  it('take the key after Ctrl+T as a command, also in the next chunk', () => {
    const keys = new ConsoleKeys('\r');
    expect(keys.take(Buffer.from('x\u0014'))).toEqual([send('x')]);
    expect(keys.take(Buffer.from('?y\u0014\u0014\u0014z\u0014q'))).toEqual([
      { do: 'help' },
      send('y\u0014'),
      { do: 'quit' },
    ]);
  });
});
