import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { firmwareElf } from '../support/firmware.js';
import { syntheticElf, type SyntheticBuild } from './synthetic-elf.js';

const VALVE = '/home/bench/pump-board/out/own/valve.gcda';

function failure(body: () => unknown): BenchError {
  try {
    body();
  } catch (error) {
    if (error instanceof BenchError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Without section headers, as sstrip leaves an ELF. */
function withoutSections(elf: Buffer): Buffer {
  const copy = Buffer.from(elf);
  copy.writeUInt32LE(0, 0x20);
  copy.writeUInt16LE(0, 0x30);
  return copy;
}

describe('planCounters', () => {
  it('finds every object, function and counter array of the fixture firmware', () => {
    const plan = planCounters(firmwareElf('own'), 'rig.elf');
    expect(plan.endian).toBe('little');
    expect(plan.pointerSizeBytes).toBe(4);
    expect(plan.counterBytes).toBe(296);
    expect(plan.ranges.at(-1)).toEqual({ address: 0x20004218, sizeBytes: 296 });
    expect(plan.objects.map((object) => object.path)).toEqual([
      VALVE,
      '/home/bench/pump-board/out/own/filter.gcda',
      '/home/bench/pump-board/out/own/session.gcda',
    ]);
    expect(plan.objects[0]).toMatchObject({
      versionWord: 0x4232322a,
      stamp: 0x2e6574a6,
      checksum: 0x6c3e864b,
      identity: { address: 0x20000008, sizeBytes: 52 },
      functions: [
        { isPresent: true, counters: [{ kind: 0, address: 0x20004260, length: 4 }] },
        { isPresent: true, counters: [{ kind: 0, address: 0x20004248, length: 3 }] },
        {
          isPresent: true,
          ident: 0x1689fc2d,
          lineChecksum: 0x7ab7cb1e,
          graphChecksum: 0x358806ea,
          counters: [{ kind: 0, address: 0x20004218, length: 6 }],
        },
      ],
    });
  });

  it('needs neither symbols nor section headers', () => {
    const plan = planCounters(firmwareElf('own'), 'rig.elf');
    expect(planCounters(withoutSections(firmwareElf('own')), 'rig.elf')).toEqual(plan);
  });

  it('plans every range the objects need, and no range twice', () => {
    const plan = planCounters(firmwareElf('info'), 'rig.elf');
    const needed = plan.objects.flatMap((object) => [
      object.identity,
      ...object.tables,
      ...object.functions.flatMap((entry) =>
        entry.counters.map((c) => ({ address: c.address, sizeBytes: c.length * 8 })),
      ),
    ]);
    for (const { address, sizeBytes } of needed) {
      const holders = plan.ranges.filter(
        (range) =>
          range.address <= address && address + sizeBytes <= range.address + range.sizeBytes,
      );
      expect(holders).toHaveLength(1);
    }
  });

  const build: SyntheticBuild = {
    endian: 'little',
    pointerSizeBytes: 4,
    version: 'B22*',
    mergeSlots: 8,
    kinds: [0],
    objects: [
      {
        path: '/fw/a.gcda',
        functions: [
          { ident: 7, lengths: [3] },
          { ident: 9, lengths: [], isAbsent: true },
          { ident: 8, lengths: [5] },
        ],
      },
      { path: '/fw/b.gcda', functions: [{ ident: 1, lengths: [1] }] },
    ],
  };
  const shapes: Partial<SyntheticBuild>[] = [
    { version: 'B22*' },
    { version: 'A93*', mergeSlots: 9 },
    { version: '504*', mergeSlots: 10 },
    { version: '408*', mergeSlots: 8 },
    { version: 'B13*' },
    { version: 'B42*', mergeSlots: 9 },
    { version: 'B53*', mergeSlots: 10 },
    { version: 'B04R' },
    { version: 'B62*', mergeSlots: 12 },
  ];
  for (const pointerSizeBytes of [2, 4, 8] as const) {
    for (const endian of ['little', 'big'] as const) {
      if (pointerSizeBytes === 2 && endian === 'big') continue;
      it.each(shapes)(
        `deduces the layout of $version with ${pointerSizeBytes}-byte pointers, ${endian} endian`,
        (shape) => {
          const elf = syntheticElf({ ...build, ...shape, pointerSizeBytes, endian });
          const plan = planCounters(elf, 'fw.elf');
          expect(plan).toMatchObject({ endian, pointerSizeBytes, counterBytes: 72 });
          expect(plan.objects.map((object) => [object.path, object.stamp])).toEqual([
            ['/fw/a.gcda', 0x1000],
            ['/fw/b.gcda', 0x1001],
          ]);
          expect(
            plan.objects[0]?.functions.map(({ isPresent, ident, counters }) => [
              isPresent,
              ident,
              counters.map((counter) => counter.length),
            ]),
          ).toEqual([
            [true, 7, [3]],
            [false, 0, []],
            [true, 8, [5]],
          ]);
        },
      );
    }
  }

  it('reads sections when there are no program headers', () => {
    const plan = planCounters(syntheticElf({ ...build, asSections: true }), 'fw.elf');
    expect(plan.counterBytes).toBe(72);
  });

  it('plans every kind that has a merge function, and accepts an empty one', () => {
    const objects = [{ path: '/fw/a.gcda', functions: [{ ident: 7, lengths: [3, 0, 2] }] }];
    const elf = syntheticElf({
      ...build,
      version: 'B53*',
      mergeSlots: 10,
      kinds: [0, 8, 9],
      objects,
    });
    expect(planCounters(elf, 'fw.elf').objects[0]?.functions[0]?.counters).toMatchObject([
      { kind: 0, length: 3 },
      { kind: 8, length: 0, address: 0 },
      { kind: 9, length: 2 },
    ]);
  });

  it('takes an object all of whose functions another object supplies', () => {
    const absent = { ident: 1, lengths: [], isAbsent: true };
    const objects = [...build.objects, { path: '/fw/c.gcda', functions: [absent] }];
    const plan = planCounters(syntheticElf({ ...build, objects }), 'fw.elf');
    expect(plan.objects.map((object) => object.path)).toEqual([
      '/fw/a.gcda',
      '/fw/b.gcda',
      '/fw/c.gcda',
    ]);
  });

  it('says what is in an ELF without counters', () => {
    const elf = syntheticElf({ ...build, objects: [] });
    const error = failure(() => planCounters(elf, 'fw.elf'));
    expect(error).toMatchObject({
      code: 'NO_COUNTERS',
      message: 'fw.elf holds no gcov counters',
      why:
        'looked in all initialised memory for a gcov version word with a table of functions that ' +
        'points back to it; nothing in it was built for coverage',
      hints: ['compile and link the units under test with --coverage'],
    });
    const withName = (name: string): string | undefined =>
      failure(() => planCounters(Buffer.concat([elf, Buffer.from(`${name}\0`)]), 'fw.elf')).why;
    expect(withName('__gcov_init')).toContain('no unit was compiled for coverage');
    expect(withName('__llvm_gcov_ctr')).toContain('instrumented by clang');
    expect(withName('__llvm_prf_cnts')).toContain('LLVM source-based profile');
    expect(withName('/fw/a.gcda')).toContain('names .gcda files, but no table refers to them');
  });

  it.each([
    ['', 'the file is empty'],
    [
      ':100000000C9434000C943E000C943E000C943E0082',
      'it is an Intel HEX file, which has no counter layout',
    ],
    ['S00600004844521B', 'it is an S-record file, which has no counter layout'],
    ['!<arch>\n', 'it is an archive of object files'],
    ['MZ', 'it is a Windows program'],
    ['hello', 'it does not start with 7f "ELF" (first bytes: 68 65 6c 6c)'],
  ])('says what %j is instead of an ELF', (content, why) => {
    const error = failure(() => planCounters(Buffer.from(content), 'fw.bin'));
    expect(error).toMatchObject({
      code: 'BAD_ELF',
      message: 'fw.bin is not a usable firmware ELF',
      why,
    });
  });

  it('refuses a file of another kind and a cut ELF, with the place', () => {
    const core = Buffer.from(firmwareElf('own'));
    core.writeUInt16LE(4, 16);
    expect(failure(() => planCounters(core, 'core')).why).toBe('it is a core dump');
    const cut = firmwareElf('own').subarray(0, 0x3100);
    expect(failure(() => planCounters(cut, 'rig.elf')).why).toBe(
      'segment 1 ends at byte 12776, but the file has 12544 bytes',
    );
  });

  it('refuses header tables whose entries lie on each other', () => {
    const elf = Buffer.from(firmwareElf('own'));
    elf.writeUInt16LE(0, 42);
    elf.writeUInt16LE(0xffff, 44);
    expect(failure(() => planCounters(elf, 'rig.elf')).why).toBe(
      'the header table at byte 52 has entries of 0 bytes instead of 32',
    );
  });

  it('refuses counters that share memory', () => {
    const elf = Buffer.from(firmwareElf('own'));
    // ctrs[0].values of valve_clamp, moved into those of valve_step.
    const at = 0x3000 + 0x60 + 20;
    expect(elf.readUInt32LE(at)).toBe(0x20004248);
    elf.writeUInt32LE(0x2000421c, at);
    expect(failure(() => planCounters(elf, 'rig.elf'))).toMatchObject({
      code: 'BAD_ELF',
      message: 'the counter tables of rig.elf make no sense',
      why:
        'counters at 0x2000421c overlap the ones before them, as they would with 32-bit counters, ' +
        'which are not supported',
    });
  });

  it('gives up on tables that are made to be slow', () => {
    const { bytes, put } = hostileElf(0x100000);
    // Thousands of descriptors, each with 65535 functions in the same table of nulls.
    for (let at = 0; at < 0x40000; at += 64) {
      put(at, 0x4232322a);
      put(at + 16, 0x200ffff0);
      put(at + 52, 65535);
      put(at + 56, 0x20080000);
    }
    bytes.write('x.gcda', bytes.length - 16, 'latin1');
    expect(failure(() => planCounters(bytes, 'slow.elf'))).toMatchObject({
      code: 'BAD_ELF',
      why: 'its tables refer to each other more often than a real build does',
    });
  });

  it('answers any damage with a plan or a refusal', () => {
    const elf = firmwareElf('own').subarray(0, 0x3400);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(elf.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (changes, inTables) => {
          const damaged = Buffer.from(elf);
          for (const [at, value] of changes) {
            damaged[inTables ? 0x3000 + (at % 0x1e8) : at % 128] = value;
          }
          try {
            planCounters(damaged, 'rig.elf');
          } catch (error) {
            expect(error).toBeInstanceOf(BenchError);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

/** An ELF with one writable segment of that size at 0x20000000. */
function hostileElf(sizeBytes: number): { bytes: Buffer; put: (at: number, word: number) => void } {
  const bytes = Buffer.alloc(84 + sizeBytes);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]);
  bytes.writeUInt16LE(2, 16);
  bytes.writeUInt16LE(40, 18);
  bytes.writeUInt32LE(52, 28);
  bytes.writeUInt16LE(32, 42);
  bytes.writeUInt16LE(1, 44);
  [1, 84, 0x20000000, 0x20000000, sizeBytes, sizeBytes, 6, 8].forEach((word, index) =>
    bytes.writeUInt32LE(word, 52 + index * 4),
  );
  return { bytes, put: (at, word) => void bytes.writeUInt32LE(word, 84 + at) };
}
