import fc from 'fast-check';
import { isAbsolute, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { safeFileNames } from '../../src/session/safe-file-name.js';

describe('safe file names', () => {
  it('leave out the folder all paths share', () => {
    expect(safeFileNames(['/fw/out/a.gcda', '/fw/out/b.gcda'])).toEqual(['a.gcda', 'b.gcda']);
    expect(safeFileNames(['/fw/a/x.gcda', '/fw/b/x.gcda'])).toEqual(['a/x.gcda', 'b/x.gcda']);
    expect(safeFileNames(['C:\\fw\\out\\a.gcda'])).toEqual(['a.gcda']);
    expect(safeFileNames(['/fw/a.gcda', '/fw/a.gcda', '/fw/A.gcda'])).toEqual([
      'a.gcda',
      'a-2.gcda',
      'A-3.gcda',
    ]);
  });

  it('never call a file like the folder of another', () => {
    const paths = ['/fw/a.gcda', '/fw/a.gcda/b.gcda', '/fw/A.gcda/c.gcda', '/fw/x/y', '/fw/x'];
    expect(safeFileNames(paths)).toEqual([
      'a.gcda',
      'a-2.gcda/b.gcda',
      'A-2.gcda/c.gcda',
      'x/y',
      'x-2',
    ]);
  });

  it('are none that is reserved', () => {
    expect(safeFileNames(['Manifest.json'], ['manifest.json'])).toEqual(['Manifest-2.json']);
  });

  it('never leave their folder, hide, or fall together, whatever the board says', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom('..', '.', '', '.git', '-rf', 'a', 'A', '\0', '\u202e'),
    );
    const path = fc.array(part, { maxLength: 40 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 8 }), (paths) => {
        const names = safeFileNames(paths);
        for (const name of names) {
          expect(isAbsolute(name)).toBe(false);
          expect(normalize(join('/root', name)).startsWith('/root/')).toBe(true);
          expect(
            name.split('/').some((one) => one === '' || one.startsWith('.') || one.startsWith('-')),
          ).toBe(false);
          expect(name).toMatch(/^[\x21-\x7e]+$/);
        }
        const files = new Set(names.map((name) => name.toLowerCase()));
        expect(files.size).toBe(names.length);
        for (const name of files) {
          const parts = name.split('/');
          for (let size = 1; size < parts.length; size += 1) {
            expect(files.has(parts.slice(0, size).join('/'))).toBe(false);
          }
        }
      }),
    );
  });
});
