import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeededRandom } from '../../scripts/seeded-random.js';
import { isBenchError } from '../../src/base/bench-error.js';
import { decodeObjects } from '../../src/gcov/decode-objects.js';
import { indexNotes } from '../../src/gcov/notes-index.js';
import { objectsFromMemory } from '../../src/image/objects-from-memory.js';
import { planCounters } from '../../src/image/plan-counters.js';
import { FIRMWARE, firmwareElf, firmwareRam, RAM_ADDRESS } from '../support/firmware.js';
import { mutateBytes, setWord, type Mutation } from './byte-mutation.js';
import type { FuzzCase, FuzzOutcome, FuzzTarget } from './fuzz-target.js';

const ELF = 'rig.elf';
const RAM = 'ram.bin';
const KINDS = ['own', 'info'] as const;
const UNITS = ['filter', 'session', 'valve'];
const ELF_HEADER_BYTES = 52;
const SECTION_TABLE_AT = 32;
const ODD_WORDS = [0, 1, 4, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff0, RAM_ADDRESS];

/** A firmware and its memory, one of the two damaged. */
export function imageTarget(): FuzzTarget {
  const images = KINDS.map((kind) => ({
    kind,
    elf: firmwareElf(kind),
    ram: firmwareRam(kind).bytes,
    notes: UNITS.map((unit) => `${unit}.gcno`).map((path) => ({
      path,
      bytes: readFileSync(join(FIRMWARE, 'out', kind, path)),
    })),
  }));
  return {
    name: 'image',
    make(random) {
      const { kind, elf, ram, notes } = random.pick(images);
      const name = random.chance(0.7) ? ELF : RAM;
      const files = new Map<string, Uint8Array>([
        [ELF, elf],
        [RAM, ram],
      ]);
      for (const { path, bytes } of notes) files.set(path, bytes);
      const texts: string[] = [];
      for (let step = random.between(1, 3); step > 0; step -= 1) {
        const bytes = files.get(name)!;
        const mutation = name === ELF ? mutateElf(bytes, random) : mutateBytes(bytes, random);
        files.set(name, mutation.bytes);
        texts.push(mutation.text);
      }
      return { recipe: `${kind} ${name}: ${texts.join('; ')}`, origin: kind, files };
    },
    run: runCase,
  };
}

/** Aims at headers and tables, since most of an ELF is of no interest here. */
function mutateElf(elf: Uint8Array, random: SeededRandom): Mutation {
  if (random.chance(0.3)) return mutateBytes(elf, random);
  const sections = new DataView(elf.buffer, elf.byteOffset).getUint32(SECTION_TABLE_AT, true);
  const value = random.chance(0.6) ? random.pick(ODD_WORDS) : random.word();
  const where = random.below(3);
  const header = random.below(ELF_HEADER_BYTES / 4) * 4;
  const table = sections + random.below(Math.max(1, (elf.length - sections) / 4)) * 4;
  const content = random.below(elf.length / 4) * 4;
  const at = [header, table, content][where] ?? content;
  return setWord(elf, at, value, true, 'word');
}

function runCase({ files }: FuzzCase): FuzzOutcome {
  try {
    const plan = planCounters(files.get(ELF)!, ELF);
    const blocks = [{ address: RAM_ADDRESS, bytes: files.get(RAM)! }];
    const objects = objectsFromMemory(plan, blocks, RAM);
    const notes = [...files].filter(([name]) => name.endsWith('.gcno'));
    const index = indexNotes(notes.map(([path, bytes]) => ({ path, bytes })));
    decodeObjects(objects, index, { partial: true });
    return { result: 'accepted', problem: null };
  } catch (error) {
    if (!isBenchError(error)) throw error;
    const { code, message, why, hints } = error;
    const isSaid = code !== 'INTERNAL' && why !== undefined && hints.length > 0;
    return { result: code, problem: isSaid ? null : `says too little: ${message}: ${why ?? ''}` };
  }
}
