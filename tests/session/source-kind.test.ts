import { describe, expect, it } from 'vitest';
import { sourceKind } from '../../src/session/source-kind.js';

const kind = (text: string): string => sourceKind(Buffer.from(text, 'latin1'), 'x');

describe('the kind of a source', () => {
  it.each([
    ['adcg*22B', 'data'],
    ['gcda*22B', 'data'],
    ['TN:\nSF:/a.c\n', 'tracefile'],
    ['\r\n# made by hand\r\nSF:a.c\r\n', 'tracefile'],
    ['\u00ef\u00bb\u00bfTN:x\nSF:a.c', 'tracefile'],
    ['TN:only\n', 'tracefile'],
    ['boot\nEmitting 64 bytes for /a.gcda\n', 'dump'],
    ['', 'dump'],
    ['SFX: no tracefile', 'dump'],
  ])('of %j is %s', (text, expected) => {
    expect(kind(text)).toBe(expected);
  });

  it('refuses what is named with another option', () => {
    expect(() => kind('oncg*22B')).toThrow('x is a notes file, which holds no counters');
    expect(() => kind('\u007fELF\u0001')).toThrow('x is an ELF file, which holds no counters');
  });
});
