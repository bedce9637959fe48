import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CounterPlan } from '../../src/image/counter-plan.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { FIRMWARE, firmwareElf, type FirmwareKind } from '../support/firmware.js';
import { onlyWith } from '../support/real-tools.js';

/** What a rebuild keeps: units, functions and numbers of counters, wherever it was built. */
function structure(plan: CounterPlan): unknown {
  return plan.objects.map(({ path, versionWord, functions }) => ({
    path: path.slice(path.lastIndexOf('/out/')),
    compiler: versionWord >>> 16,
    functions: functions.map(({ counters }) => counters.map(({ kind, length }) => [kind, length])),
  }));
}

onlyWith('arm-none-eabi-gcc')('the fixture firmware, built again', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'otto-bench-firmware-'));
    cpSync(join(FIRMWARE, 'src'), join(folder, 'src'), { recursive: true });
    cpSync(join(FIRMWARE, 'build.sh'), join(folder, 'build.sh'));
    execFileSync('sh', [join(folder, 'build.sh')], { stdio: 'pipe', timeout: 55_000 });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each<FirmwareKind>(['own', 'info'])('has the counters of the %s ELF kept here', (kind) => {
    const rebuilt = readFileSync(join(folder, 'out', kind, 'rig.elf'));
    const now = structure(planCounters(rebuilt, 'rebuilt'));
    expect(now).toEqual(structure(planCounters(firmwareElf(kind), 'kept')));
  });

  it('has them in a stripped ELF too', () => {
    const elf = join(folder, 'out', 'own', 'rig.elf');
    const stripped = join(folder, 'stripped.elf');
    execFileSync('arm-none-eabi-strip', ['-o', stripped, elf]);
    expect(planCounters(readFileSync(stripped), 'stripped')).toEqual(
      planCounters(readFileSync(elf), 'rebuilt'),
    );
  });
});
