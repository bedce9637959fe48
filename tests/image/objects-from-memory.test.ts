import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import type { MemoryBlock } from '../../src/base/memory.js';
import type { CounterPlan } from '../../src/image/counter-plan.js';
import { objectsFromMemory } from '../../src/image/objects-from-memory.js';
import { planCounters } from '../../src/image/plan-counters.js';
import type { RawObject } from '../../src/gcov/raw-object.js';
import { readData } from '../../src/gcov/read-data.js';
import { firmwareElf, firmwareRam, firmwareWant, RAM_ADDRESS } from '../support/firmware.js';
import { syntheticElf } from './synthetic-elf.js';

const own = planCounters(firmwareElf('own'), 'rig.elf');

/** Exactly the planned ranges, cut out of the RAM image. */
function plannedBlocks(plan: CounterPlan, ram: MemoryBlock): MemoryBlock[] {
  return plan.ranges.map(({ address, sizeBytes }) => {
    const start = address - ram.address;
    return { address, bytes: ram.bytes.subarray(start, start + sizeBytes) };
  });
}

function refusal(blocks: readonly MemoryBlock[]): BenchError {
  try {
    objectsFromMemory(own, blocks, 'ram.bin');
  } catch (error) {
    if (error instanceof BenchError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

function filled(value: number): MemoryBlock {
  return { address: RAM_ADDRESS, bytes: new Uint8Array(24576).fill(value) };
}

describe('objectsFromMemory', () => {
  it.each(['own', 'info'] as const)('writes what libgcov would for the %s firmware', (kind) => {
    const plan = planCounters(firmwareElf(kind), 'rig.elf');
    const objects = objectsFromMemory(plan, [firmwareRam(kind)], 'ram.bin');
    expect(objects).toHaveLength(3);
    for (const object of objects) {
      expect(object.status).toBe('ok');
      expect(object.origin).toEqual({ source: 'ram.bin', format: 'memory' });
      expect(Buffer.from(object.bytes).equals(firmwareWant(kind, object.path))).toBe(true);
    }
  });

  it('gives the same from the planned ranges, in any pieces and order', () => {
    const want = objectsFromMemory(own, [firmwareRam('own')], 'ram.bin');
    const whole = plannedBlocks(own, firmwareRam('own'));
    fc.assert(
      fc.property(
        fc.array(fc.nat(400), { maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        (cuts, order) => {
          const pieces = whole.flatMap(({ address, bytes }) => {
            const places = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length];
            places.sort((a, b) => a - b);
            return places.slice(1).map((end, index) => ({
              address: address + (places[index] ?? 0),
              bytes: bytes.subarray(places[index], end),
            }));
          });
          const keyed = pieces.map((piece) => ({ piece, key: order.next().value as number }));
          keyed.sort((a, b) => a.key - b.key);
          const blocks = keyed.map(({ piece }) => piece);
          expect(objectsFromMemory(own, blocks, 'ram.bin')).toEqual(want);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('refuses overlapping images that differ, in either order, and takes equal ones', () => {
    const later = firmwareRam('own');
    const bytes = Buffer.from(later.bytes);
    bytes.writeUInt32LE(77, 0x4230);
    const earlier = { address: RAM_ADDRESS + 0x4000, bytes: bytes.subarray(0x4000) };
    for (const blocks of [
      [later, earlier],
      [earlier, later],
      [later, { address: RAM_ADDRESS, bytes }],
    ]) {
      expect(refusal(blocks)).toMatchObject({
        code: 'MEMORY_UNREADABLE',
        message: 'ram.bin holds one address with two contents',
        why: 'two images overlap and differ first at 0x20004230',
      });
    }
    const piece = { address: earlier.address, bytes: later.bytes.subarray(0x4000) };
    expect(objectsFromMemory(own, [piece, later], 'ram.bin')).toEqual(
      objectsFromMemory(own, [later], 'ram.bin'),
    );
  });

  it('tells memory apart that was never initialised', () => {
    expect(refusal([filled(0)])).toMatchObject({
      code: 'BUILD_MISMATCH',
      message: 'ram.bin holds zeros instead of this firmware',
      why:
        '/home/bench/pump-board/out/own/valve.gcda at 0x20000008 should describe its counters and ' +
        'is all zero; 3 of 3 objects differ',
      hints: [
        'let the board run past its start-up code, which copies these words into RAM',
        'with OpenOCD, "gdb report_data_abort enable": by default it answers failed reads with zeros',
      ],
    });
    expect(refusal([filled(0xff)])).toMatchObject({
      code: 'BUILD_MISMATCH',
      message: 'ram.bin holds 0xff instead of this firmware',
    });
  });

  it('refuses the RAM of another build', () => {
    const error = refusal([firmwareRam('info')]);
    expect(error).toMatchObject({
      code: 'BUILD_MISMATCH',
      message: 'ram.bin holds other firmware than this ELF',
      hints: ['flash the build this ELF belongs to, or name the ELF of the build on the board'],
    });
    expect(error.why).toMatch(
      /valve\.gcda at 0x20000008: stamp 0x[0-9a-f]{8} in memory, 0x2e6574a6/,
    );
  });

  it('refuses when a single object is of another build', () => {
    const ram = Buffer.from(firmwareRam('own').bytes);
    ram[0x10c] = (ram[0x10c] ?? 0) ^ 1;
    const error = refusal([{ address: RAM_ADDRESS, bytes: ram }]);
    expect(error.why).toMatch(
      /session\.gcda at 0x2000010c: stamp 0x2e657582 in memory, 0x2e657583 in the ELF; 1 of 3 objects differ$/,
    );
  });

  it('refuses a build that kept its stamps and moved its counters', () => {
    const ram = Buffer.from(firmwareRam('own').bytes);
    // ctrs[0].values in the descriptor of valve_step.
    ram.writeUInt32LE(0x20004220, 0x48 + 20);
    expect(refusal([{ address: RAM_ADDRESS, bytes: ram }]).why).toBe(
      '/home/bench/pump-board/out/own/valve.gcda at 0x20000048: the stamp is right, but its ' +
        'functions or their counters are elsewhere; 1 of 3 objects differ',
    );
  });

  it('marks objects missing whose counters were not read, and refuses when none was', () => {
    const blocks = plannedBlocks(own, firmwareRam('own'));
    const last = blocks.at(-1)!;
    const short = [...blocks.slice(0, -1), { ...last, bytes: last.bytes.subarray(0, 0x68) }];
    const objects = objectsFromMemory(own, short, 'probe');
    expect(objects.map(({ status, reason }) => [status, reason])).toEqual([
      ['ok', undefined],
      [
        'missing',
        'its counters were not read: probe holds 0x20000000..0x20000170, 0x200001d0..0x200001e8, 0x20004218..0x20004280',
      ],
      [
        'missing',
        'its counters were not read: probe holds 0x20000000..0x20000170, 0x200001d0..0x200001e8, 0x20004218..0x20004280',
      ],
    ]);
    expect(refusal([{ address: 0x10000000, bytes: new Uint8Array(64) }])).toMatchObject({
      code: 'MEMORY_UNREADABLE',
      message: 'ram.bin does not hold the counters of this ELF',
      why: 'they lie from 0x20000000 to 0x20004340; ram.bin holds 0x10000000..0x10000040',
      hints: ['read 17216 bytes from 0x20000000', 'check the address given for the image'],
    });
    expect(refusal([]).why).toContain('ram.bin holds nothing');
  });

  describe.each(['little', 'big'] as const)('with 64-bit pointers, %s endian', (endian) => {
    const elf = syntheticElf({
      endian,
      pointerSizeBytes: 8,
      version: 'B22*',
      mergeSlots: 8,
      kinds: [0],
      objects: [{ path: '/fw/a.gcda', functions: [{ ident: 7, lengths: [3] }] }],
    });
    const plan = planCounters(elf, 'fw.elf');
    const read = (values: readonly bigint[]): RawObject => {
      const counters = Buffer.alloc(24);
      values.forEach((value, index) =>
        endian === 'little'
          ? counters.writeBigInt64LE(value, index * 8)
          : counters.writeBigInt64BE(value, index * 8),
      );
      const object = plan.objects[0]!;
      const blocks = [object.identity, ...object.tables].map(({ address, expected }) => ({
        address,
        bytes: expected,
      }));
      blocks.push({ address: object.functions[0]!.counters[0]!.address, bytes: counters });
      return objectsFromMemory(plan, blocks, 'ram')[0]!;
    };

    it('reads counters beyond 32 bits', () => {
      const object = read([2n ** 40n + 1n, 0n, 12n]);
      expect(object.status).toBe('ok');
      const data = readData(object.bytes, 'a.gcda');
      expect(data.endian).toBe(endian);
      expect(data.functions[0]?.counters[0]?.values).toEqual([2 ** 40 + 1, 0, 12]);
      expect(data.summary).toEqual({ runs: 1, sumMax: 1 });
    });

    it('does not believe counters that no board reaches', () => {
      const object = read([0x5a5a5a5a5a5a5a5an, 0n, 12n]);
      expect(object.status).toBe('damaged');
      expect(object.reason).toMatch(/^its counters make no sense: at byte 60 /);
    });
  });
});
