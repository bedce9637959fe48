import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cUnit } from '../../scripts/bench/c-unit.js';

const UNITS = Array.from({ length: 300 }, (_, unit) => cUnit(unit));

describe('a generated C unit', () => {
  it('is the same on every machine', () => {
    const hash = createHash('sha256').update(UNITS.join('')).digest('hex');
    expect(hash.slice(0, 16)).toBe('b9f1d3240d896a5b');
  });

  it('has about 120 lines and one public function', () => {
    UNITS.forEach((text, unit) => {
      const lines = text.split('\n');
      expect(lines.length).toBeGreaterThan(105);
      expect(lines.length).toBeLessThan(160);
      expect(lines.filter((line) => /^unsigned \w+\(/.test(line))).toEqual([
        `unsigned unit${unit}(unsigned p, unsigned q) {`,
      ]);
    });
  });

  it.each(['if', 'else', 'for', 'while', 'do', 'switch', 'break', 'continue', 'return', '&&', '?'])(
    'uses %s here and there',
    (word) => {
      expect(UNITS.some((text) => text.includes(` ${word} `) || text.includes(` ${word};`))).toBe(
        true,
      );
    },
  );
});
