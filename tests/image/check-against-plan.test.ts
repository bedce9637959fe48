import { describe, expect, it } from 'vitest';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { checkAgainstPlan } from '../../src/image/check-against-plan.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { readData } from '../../src/gcov/read-data.js';
import { writeData } from '../../src/gcov/write-data.js';
import { firmwareElf, firmwareWant } from '../support/firmware.js';

const plan = planCounters(firmwareElf('own'), 'rig.elf');
const origin = { source: 'log', format: 'zephyr dump', line: 3 };

function object(path: string, bytes: Uint8Array = firmwareWant('own', path)): RawObject {
  return { path, bytes, status: 'ok', origin };
}

const all = plan.objects.map(({ path }) => object(path));
const [valve, filter, session] = all as [RawObject, RawObject, RawObject];

describe('checkAgainstPlan', () => {
  it('passes a whole dump of the build, in the order of the plan', () => {
    expect(checkAgainstPlan([session, filter, valve], plan)).toEqual(all);
  });

  it('adds what did not arrive', () => {
    const checked = checkAgainstPlan([valve, session], plan);
    expect(checked.map((entry) => entry.status)).toEqual(['ok', 'missing', 'ok']);
    expect(checked[1]).toMatchObject({
      path: filter.path,
      reason: 'the ELF has this object, but it did not arrive',
      origin: { source: 'log', format: 'zephyr dump' },
    });
    expect(checkAgainstPlan([], plan).every((entry) => entry.status === 'missing')).toBe(true);
  });

  it('pairs an object whose path was shortened by its stamp and checksum', () => {
    const checked = checkAgainstPlan([{ ...valve, path: 'valve.gcda' }, filter, session], plan);
    expect(checked).toEqual(all);
  });

  it('tells units apart that share a path, whatever their order', () => {
    const path = './main.gcda';
    const shared = { ...plan, objects: plan.objects.map((planned) => ({ ...planned, path })) };
    const same = all.map((entry) => ({ ...entry, path }));
    expect(checkAgainstPlan(same.toReversed(), shared)).toEqual(same);
    const [first, second] = same;
    const checked = checkAgainstPlan([second!, first!], shared);
    expect(checked.map(({ status }) => status)).toEqual(['ok', 'ok', 'missing']);
  });

  it('never gives an object the place of another whose path it has', () => {
    const swapped = [{ ...valve, path: filter.path }, { ...filter, path: valve.path }, session];
    expect(checkAgainstPlan(swapped, plan)).toEqual(all);
  });

  it('marks an object the build does not have', () => {
    const bytes = Buffer.from(valve.bytes);
    bytes.writeUInt32LE(1, 8);
    const stray = object('/fw/stray.gcda', bytes);
    const checked = checkAgainstPlan([...all, stray], plan);
    expect(checked.at(-1)).toEqual({
      ...stray,
      status: 'unknown',
      reason: 'the ELF has no object of this name and stamp',
    });
  });

  it('leaves the verdict on an object alone that arrived damaged', () => {
    const damaged: RawObject = { ...valve, status: 'damaged', reason: 'line 7 is cut' };
    expect(checkAgainstPlan([damaged, filter, session], plan)[0]).toEqual(damaged);
  });

  it('prefers a sound copy to a damaged one of the same object', () => {
    const damaged: RawObject = { ...valve, status: 'damaged', reason: 'line 7 is cut' };
    expect(checkAgainstPlan([damaged, valve, filter, session], plan)).toEqual([...all, damaged]);
    expect(checkAgainstPlan([valve, damaged, filter, session], plan)).toEqual([...all, damaged]);
  });

  it('finds every difference that is no count', () => {
    const data = readData(valve.bytes, 'valve');
    const [first, ...rest] = data.functions;
    const reasonFor = (changed: Partial<typeof data>): string | undefined => {
      const bytes = writeData({ ...data, ...changed });
      return checkAgainstPlan([object(valve.path, bytes), filter, session], plan)[0]?.reason;
    };
    // A checksum of 0 keeps the reader from finding out by itself.
    const checksum = 0;
    expect(reasonFor({ stamp: 5 })).toBe(
      'it does not fit the ELF: the stamp is 0x00000005, the ELF says 0x2e6574a6',
    );
    expect(reasonFor({ versionWord: 0x4233332a })).toBe(
      'it does not fit the ELF: the compiler is GCC 13.3, the ELF says GCC 12.2',
    );
    expect(reasonFor({ checksum })).toBe(
      'it does not fit the ELF: the checksum is 0x00000000, the ELF says 0x6c3e864b',
    );
    expect(reasonFor({ functions: [null, ...rest] })).toBe(
      'it does not fit the ELF: function 1: it is missing',
    );
    const longer = { ...first!, counters: [{ kind: 0, values: [0, 0, 0, 0, 0] }] };
    expect(reasonFor({ functions: [longer, ...rest] })).toBe(
      'it does not fit the ELF: function 1: the number of counters is 5, the ELF says 4',
    );
  });

  it('refuses a dump of another build', () => {
    const info = planCounters(firmwareElf('info'), 'rig.elf');
    const dump = info.objects.map(({ path }) => object(path, firmwareWant('info', path)));
    expect(() => checkAgainstPlan(dump, plan)).toThrow(
      expect.objectContaining({
        code: 'BUILD_MISMATCH',
        message: 'log comes from another build',
        why:
          '/home/bench/pump-board/out/info/valve.gcda has stamp 0x2e6577e9 (GCC 12.2), the ELF has ' +
          'no such object; none of 3 sound objects is of this build',
      }),
    );
  });
});
