import { expect, it, vi } from 'vitest';
import { compileLean } from '../../src/base/compile-lean.js';

const set = vi.hoisted(() => vi.fn<(flag: string) => void>());
vi.mock('node:v8', () => ({ setFlagsFromString: set }));

it('leaves alone the flag that ends the process when it changes while code is optimised', () => {
  compileLean();
  const names = set.mock.calls.map(([flag]) => flag.split('=')[0]);
  expect(names).not.toContain('--max-inlined-bytecode-size');
  const expected = ['--max-inlined-bytecode-size-cumulative', '--interrupt-budget'];
  expect(names).toEqual(process.versions.node.startsWith('20.') ? expected : []);
});
