import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenLines } from '../../src/capture/c-tokens.js';

const tokens = (text: string): string[] => tokenLines(Buffer.from(text));
const same = (a: string, b: string): boolean => {
  return JSON.stringify(tokens(a)) === JSON.stringify(tokens(b));
};

describe('tokens of C lines', () => {
  it.each([
    ['a = b;', 'a  =\tb ;'],
    ['if(x)', 'if ( x )'],
    ['f(a,b); /* a b */', 'f(a, b);/*ab*/'],
    ['x; // a  b', 'x; //a b'],
    ['puts("a b");', 'puts("a  b");'],
    ["c = ' ';", "c = '  ';"],
    ['#define F(x) x', '#  define F(x)  x'],
    ['u8R"d( a )d" y', 'u8R"d(a)d"   y'],
    ['a;\r', 'a;'],
    ['f (x)', 'f(x)'],
  ])('%j reads as %j', (a, b) => {
    expect(same(a, b)).toBe(true);
  });

  it.each([
    ['x - -y', 'x --y'],
    ['x + +y', 'x ++y'],
    ['a / *p', 'a /*p'],
    ['a & &b', 'a &&b'],
    ['int a b', 'int ab'],
    ['1 .f', '1.f'],
    ['0x1e +1', '0x1e+1'],
    ['#define F (x)', '#define F(x)'],
    ['#define A \\\nb', '#define A \\ \nb'],
    ['L "a"', 'LR"(a)"'],
    ['a < <b', 'a <<b'],
  ])('%j does not read as %j', (a, b) => {
    expect(same(a, b)).toBe(false);
  });

  it('belong to the line they begin on, through comments, splices and raw strings', () => {
    expect(tokens('a /* b\nc */ d\ne\\\nf g\nR"(x\ny)" z\n"open\nh')).toEqual([
      'a',
      'd',
      'ef',
      'g',
      'R"(xy)"',
      'z',
      '"open',
      'h',
    ]);
  });

  it('are found in any bytes, a line for a line', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'a',
            'R',
            '"',
            "'",
            '\\',
            '\n',
            '\r',
            '/',
            '*',
            '(',
            ')',
            '#',
            '.',
            ' ',
            '1',
          ),
          { maxLength: 200 },
        ),
        (chars) => {
          const text = chars.join('');
          expect(tokens(text)).toHaveLength(text.split('\n').length);
        },
      ),
    );
  });
});
