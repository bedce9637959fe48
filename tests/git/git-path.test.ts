import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePath, encodePath, isUtf8Path } from '../../src/git/git-path.js';

describe('a path as text', () => {
  it('gives its bytes back, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
        expect([...encodePath(decodePath(bytes))]).toEqual([...bytes]);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        expect(decodePath(Buffer.from(text, 'utf8'))).toBe(text);
      }),
    );
  });

  it('never reads the same for two names', () => {
    const broken = decodePath(Buffer.from([0x61, 0xff]));
    expect(broken).toBe('a\udcff');
    expect(broken).not.toBe(decodePath(Buffer.from('a\ufffd')));
    expect([isUtf8Path(broken), isUtf8Path('a\ufffd'), isUtf8Path('😀')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
