import { expect, test } from 'vitest';
import { nearestName } from '../../src/base/nearest-name.js';

test.each([
  ['boud', 'baud'],
  ['prot', 'port'],
  ['BAUD', 'baud'],
  ['porte', 'port'],
  ['x', null],
  ['zzzz', null],
])('%s is taken for %s', (typed, meant) => {
  expect(nearestName(typed, ['baud', 'port', 'prompt'])).toBe(meant);
});

test('nothing is near when there is nothing', () => {
  expect(nearestName('a', [])).toBeNull();
});
