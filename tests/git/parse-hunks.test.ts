import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { BenchError } from '../../src/base/bench-error.js';
import { parseHunks } from '../../src/git/parse-hunks.js';

function refusal(text: string): string {
  try {
    parseHunks(Buffer.from(text, 'latin1'), 0);
  } catch (error) {
    return `${(error as BenchError).code}: ${(error as BenchError).why}`;
  }
  return 'not refused';
}

describe('hunks', () => {
  it('are stepped over by count whatever bytes their lines hold', () => {
    const line = fc
      .uint8Array({ maxLength: 12 })
      .map((bytes) =>
        Buffer.from(bytes.map((byte) => (byte === 10 ? 0x40 : byte))).toString('latin1'),
      );
    const side = fc.array(line, { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 5 }), (pairs) => {
        const wanted = pairs.map(([gone, come], index) => ({
          oldStart: index * 10,
          oldCount: gone.length,
          newStart: index * 10 + 3,
          newCount: come.length,
        }));
        const text = pairs.map(([gone, come], index) => {
          const h = wanted[index];
          const head = `@@ -${h?.oldStart},${gone.length} +${h?.newStart},${come.length} @@ f()\n`;
          return head + gone.map((l) => `-${l}\n`).join('') + come.map((l) => `+${l}\n`).join('');
        });
        const output = Buffer.from(text.join(''), 'latin1');
        const read = parseHunks(Buffer.concat([output, Buffer.from('diff --git a b\n')]), 0);
        expect(read).toEqual({ hunks: wanted, end: output.length });
      }),
    );
  });

  it('that do not add up are refused with the byte', () => {
    expect(refusal('@@ -1 +1 @@\n-a\n')).toBe('GIT_FAILED: a hunk that is cut off at byte 15');
    expect(refusal('@@ -1 +1 @@\n-a\n-b\n')).toBe(
      'GIT_FAILED: a hunk with other lines than announced at byte 15',
    );
    expect(refusal('@@ -x +1 @@\n')).toBe('GIT_FAILED: a hunk header at byte 0');
  });
});
