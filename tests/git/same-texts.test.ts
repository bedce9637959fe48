import { describe, expect, it } from 'vitest';
import { sameTexts } from '../../src/git/same-texts.js';

const texts = (bytes: Buffer): string[] =>
  [...sameTexts(bytes)].map((one) => Buffer.from(one).toString('utf8'));

describe('the same text as git may record it', () => {
  it('has other line ends, another encoding, a bare $Id$ or any of these at once', () => {
    expect(texts(Buffer.from('a\r\nb\r\n'))).toEqual(['a\r\nb\r\n', 'a\nb\n']);
    expect(texts(Buffer.from('ü;\r\n', 'latin1'))).toContain('ü;\n');
    expect(texts(Buffer.from('ü;\r\n', 'utf16le'))).toContain('ü;\n');
    expect(texts(Buffer.from('\ufeffü;\n', 'utf16le'))).toContain('ü;\n');
    expect(texts(Buffer.from([0x83, 0x65, 0x0a]))).toContain('テ\n');
    expect(texts(Buffer.from('/* $Id: 0123 $ */\r\n'))).toContain('/* $Id$ */\n');
  });

  it('never lacks or gains a word, and ASCII has no other encoding', () => {
    expect(texts(Buffer.from('x = 1; // DEBUG\n'))).toEqual(['x = 1; // DEBUG\n']);
    expect(texts(Buffer.from('a\rb\n'))).toEqual(['a\rb\n']);
  });
});
