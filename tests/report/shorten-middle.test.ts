import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/report/display-width.js';
import { shortenMiddle } from '../../src/report/shorten-middle.js';

describe('shortenMiddle', () => {
  it('leaves what fits', () => {
    expect(shortenMiddle('src/valve.c', 11)).toBe('src/valve.c');
  });

  it('takes out the middle and keeps the name of the file', () => {
    expect(shortenMiddle('/home/bench/pump-board/src/valve.c', 24)).toBe(
      '/home/bench…/src/valve.c',
    );
    expect(shortenMiddle('/home/bench/a-file-with-a-long-name.c', 30)).toBe(
      '/ho…/a-file-with-a-long-name.c',
    );
    expect(shortenMiddle('/home/bench/pump/valve.c', 9)).toBe('…/valve.c');
    expect(shortenMiddle('/home/bench/pump/valve.c', 5)).toBe('…ve.c');
    expect(shortenMiddle('/home/bench/pump/valve.c', 16, '...')).toBe('/home.../valve.c');
  });

  it('counts columns, not characters', () => {
    expect(shortenMiddle('src/größe-测试测试测试/测.c', 16)).toBe('src/größ…试/测.c');
  });

  it('gives something for any width', () => {
    expect(shortenMiddle('/a/b/c.c', 1)).toBe('/');
    expect(shortenMiddle('/a/b/c.c', 0)).toBe('');
  });

  it('never takes more columns than it has, however odd the name', () => {
    const piece = fc.oneof(
      fc.constantFrom('/', 'a', '测', 'e\u0301', '👩‍👩‍👧', '🇩🇪', 'ｆ', '\u0301'.repeat(40)),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 200 }), (pieces, columns) => {
        const path = pieces.join('').replace(/\p{C}/gu, '');
        expect(displayWidth(shortenMiddle(path, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
