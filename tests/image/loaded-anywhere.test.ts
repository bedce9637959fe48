import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MemoryBlock } from '../../src/base/memory.js';
import { packageRoot } from '../../src/base/package-root.js';
import type { LoadPlace } from '../../src/base/load-place.js';
import { objectsFromMemory } from '../../src/image/objects-from-memory.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { readElf } from '../../src/image/read-elf.js';

const IMAGES = join(packageRoot(), 'fixtures', 'images');
const folders = readdirSync(IMAGES);
const programs = folders.filter((name) => name.includes('-') && !name.startsWith('module-'));
const modules = folders.filter((name) => name.startsWith('module-'));

const AT: LoadPlace = {
  bias: null,
  sections: new Map([
    ['.data', 0x200000],
    ['.bss', 0x300400],
  ]),
};

function at(bias: number | null): LoadPlace {
  return { bias, sections: new Map() };
}

function program(name: string): { elf: Buffer; bias: number; memory: readonly MemoryBlock[] } {
  const [first = '', ...lines] = readFileSync(join(IMAGES, name, 'memory.txt'), 'utf8')
    .trim()
    .split('\n');
  return {
    elf: readFileSync(join(IMAGES, name, 'program')),
    bias: Number(first.replace('bias ', '')),
    memory: lines.map((line) => {
      const [address = '', bytes = ''] = line.split(' ');
      return { address: Number(address), bytes: Buffer.from(bytes, 'hex') };
    }),
  };
}

/** What the linked form of a module has in memory before any of its code ran. */
function loaded(name: string): readonly MemoryBlock[] {
  return readElf(readFileSync(join(IMAGES, name, 'loaded')), 'loaded').regions.map((region) => {
    const bytes = new Uint8Array(region.sizeBytes);
    bytes.set(region.bytes);
    return { address: region.address, bytes };
  });
}

function moduleOf(name: string): Buffer {
  return readFileSync(join(IMAGES, name, 'module.o'));
}

describe('a position-independent program', () => {
  it.each(programs)('%s gives the files its libgcov wrote, byte for byte', (name) => {
    const { elf, bias, memory } = program(name);
    const objects = objectsFromMemory(planCounters(elf, name, at(bias)), memory, name);
    expect(objects).toHaveLength(3);
    for (const { path, bytes, status } of objects) {
      expect(status).toBe('ok');
      expect(readFileSync(join(IMAGES, name, basename(path))).equals(bytes)).toBe(true);
    }
  });

  it.each(programs)('%s is refused with another load address, never believed', (name) => {
    const { elf, bias, memory } = program(name);
    for (const wrong of [null, bias + 0x1000, bias + 0x10, bias - 8].map(at)) {
      expect(() => objectsFromMemory(planCounters(elf, name, wrong), memory, name)).toThrowError(
        /does not hold|at another place|other firmware/,
      );
    }
  });

  it('is found in an image of memory, and the refusal says how far away', () => {
    const { elf, memory } = program('x86_64-pie');
    const { bias } = program('x86_64-pie');
    const plan = planCounters(elf, 'program', at(bias - 0x3000));
    expect(() => objectsFromMemory(plan, memory, 'ram.bin')).toThrowError(
      expect.objectContaining({
        code: 'MEMORY_UNREADABLE',
        message: 'ram.bin holds this firmware at another place',
        why: 'it lies 0x3000 bytes above where it should',
        hints: [
          'the load address is higher by 0x3000',
          'the ELF is position independent: check the address of --load-at or image.load_at',
        ],
      }),
    );
  });

  it('says that its load address is wanted when nobody gave it', () => {
    const plan = planCounters(program('i386-pie').elf, 'program');
    expect(() =>
      objectsFromMemory(plan, [{ address: 0, bytes: new Uint8Array(64) }], 'ram.bin'),
    ).toThrowError(
      expect.objectContaining({
        hints: expect.arrayContaining([
          'the ELF is position independent: say where it was loaded with --load-at or image.load_at',
        ]),
      }),
    );
  });
});

describe('a relocatable module', () => {
  it.each(modules)('%s has its counters where a linker puts them', (name) => {
    const plan = planCounters(moduleOf(name), name, AT);
    const linked = planCounters(readFileSync(join(IMAGES, name, 'loaded')), name);
    expect(plan.objects.map(({ functions }) => functions)).toEqual(
      linked.objects.map(({ functions }) => functions),
    );
    expect(plan.placing).toEqual({ kind: 'module', isGiven: true, unplaced: [] });
    const objects = objectsFromMemory(plan, loaded(name), name);
    expect(objects.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  });

  it.each(modules)('%s is refused at another address, never believed', (name) => {
    for (const [section, offset] of [
      ['.data', 16],
      ['.bss', 8],
    ] as const) {
      const sections = new Map(AT.sections);
      sections.set(section, (sections.get(section) ?? 0) + offset);
      const plan = planCounters(moduleOf(name), name, { bias: null, sections });
      expect(() => objectsFromMemory(plan, loaded(name), name)).toThrowError(
        /does not hold|at another place|other firmware/,
      );
    }
  });

  it('is planned for comparing dumps, and refused for memory, when nobody placed it', () => {
    const plan = planCounters(moduleOf('module-cortex-m'), 'module.o');
    expect(plan.objects.map(({ functions }) => functions.length)).toEqual([2, 3, 1]);
    expect(() => objectsFromMemory(plan, loaded('module-cortex-m'), 'ram.bin')).toThrowError(
      expect.objectContaining({
        code: 'USAGE',
        message: 'where the module was loaded is not known',
        why: 'it is relocatable, and nobody said the address of .data, .bss',
      }),
    );
  });

  it('is laid out in one piece from one address', () => {
    const plan = planCounters(moduleOf('module-cortex-m'), 'module.o', at(0x20010000));
    expect(plan.placing.unplaced).toEqual([]);
    const [first] = plan.ranges;
    expect(first?.address).toBeGreaterThan(0x20010000);
    expect(plan.ranges.at(-1)?.address).toBeLessThan(0x20011000);
  });

  it('answers any damage with a plan or a refusal', () => {
    const whole = moduleOf('module-riscv32');
    for (let seed = 1; seed < 400; seed += 1) {
      const damaged = Buffer.from(whole);
      for (let flip = 0; flip < 4; flip += 1) {
        damaged[(seed * 7919 + flip * 104729) % damaged.length] = (seed * 31 + flip * 17) & 0xff;
      }
      try {
        planCounters(damaged, 'module.o', AT);
      } catch (error) {
        expect(error).toMatchObject({ name: 'BenchError' });
      }
    }
  });
});
