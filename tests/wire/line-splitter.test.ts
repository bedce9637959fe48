import { describe, expect, it } from 'vitest';
import { cleanText, LineSplitter, type LogLine } from '../../src/wire/line-splitter.js';

function split(...chunks: readonly string[]): { lines: LogLine[]; ends: number[] } {
  const lines: LogLine[] = [];
  const ends: number[] = [];
  const splitter = new LineSplitter({
    line: (line) => void lines.push(line),
    lineEnd: (byte) => void ends.push(byte),
  });
  for (const chunk of chunks) splitter.push(Buffer.from(chunk, 'latin1'));
  splitter.end();
  return { lines, ends };
}

describe('LineSplitter', () => {
  it('takes LF, CR LF, CR CR LF and a lone CR for one line end each', () => {
    const { lines } = split('a\nb\r\nc\r\r\nd\re\n\n\r\nf');
    expect(lines.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd', 'e', '', '', 'f']);
  });

  it('keeps a line end together that is split between chunks', () => {
    expect(split('a\r', '\n', 'b\r', '\r', '\n').lines.map(({ text }) => text)).toEqual(['a', 'b']);
  });

  it('numbers lines by line feeds, as editors do, and by returns where there is nothing else', () => {
    const redrawn = split('a\nrig> \rrig> x\nb\n').lines;
    expect(redrawn.map(({ text, number }) => [text, number])).toEqual([
      ['a', 1],
      ['rig>', 2],
      ['rig> x', 2],
      ['b', 3],
    ]);
    expect(split('a\rb\rc').lines.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('tells the offset of each line and every byte of its end', () => {
    const { lines, ends } = split('ab\r\ncd\n');
    expect(lines.map(({ offset }) => offset)).toEqual([0, 4]);
    expect(ends).toEqual([13, 10, 10]);
  });

  it('cuts a line that never ends', () => {
    const half = 'x'.repeat(9 * 1024 * 1024);
    const { lines } = split(half, half);
    expect(lines.map(({ text }) => text.length)).toEqual([16 * 1024 * 1024, 2 * 1024 * 1024]);
  });
});

it.each([
  ['\u001b[1;32mgreen\u001b[0m', 'green'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;http://x\u001b\\link', 'link'],
  ['\u001b7a\u001b(Bb\u001b[2Kc\u001b[?2004h', 'abc'],
  ['a\u0000b\u0007c\u0011d', 'abcd'],
  ['\u00ef\u00bb\u00bfa  ', 'a'],
  ['a\tb', 'a\tb'],
])('cleanText makes %j %j', (raw, want) => {
  expect(cleanText(Buffer.from(raw, 'latin1'))).toBe(want);
});
