import { expect, it } from 'vitest';
import { matchesWhole } from '../../src/base/matches-whole.js';

it('matches a text from its start to its end', () => {
  expect(matchesWhole('FW-[0-9]+', 'FW-12')).toBe(true);
  expect(matchesWhole('FW-[0-9]+', 'xFW-12')).toBe(false);
  expect(matchesWhole('a|b', 'ab')).toBe(false);
  expect(matchesWhole('"\'`\\\\\u2028\\$', 'x')).toBe(false);
  expect(matchesWhole('\\p{L}+', 'größe')).toBe(true);
});

it('gives up on a pattern that would never end', () => {
  expect(matchesWhole('(a+)+$', `${'a'.repeat(60)}!`)).toBe(null);
});
