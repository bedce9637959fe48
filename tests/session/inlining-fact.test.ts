import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/base/package-root.js';
import { inliningFact } from '../../src/session/checks/inlining-fact.js';
import { firmwareElf } from '../support/firmware.js';

function factOf(level: string): string | null {
  const file = join(packageRoot(), 'fixtures', 'inlined', 'out', level, 'sensor.elf');
  return inliningFact(readFileSync(file));
}

it('a build that makes zeros unreliable is told from its debug information', () => {
  expect(factOf('O2')).toBe(
    'built with -O2: what runs inlined may count zero; -fno-early-inlining prevents it',
  );
});

it('a build whose zeros are reliable is not mentioned, whatever its libraries were built with', () => {
  expect(factOf('O0')).toBeNull();
  expect(factOf('Og')).toBeNull();
  expect(factOf('no-early-inlining')).toBeNull();
  expect(inliningFact(firmwareElf('own'))).toBeNull();
});
