import { BenchError } from '../base/bench-error.js';
import type { MemoryBlock } from '../base/memory.js';
import { parseMemorySpec } from '../board/port-spec.js';
import type { CounterPlan } from '../image/counter-plan.js';
import { objectsFromMemory } from '../image/objects-from-memory.js';
import { readBytes } from './find-files.js';
import type { SourcePart } from './source-content.js';

/**
 * Reads `ram:` sources, which are parts of one memory at one time. Errors: USAGE (no plan, or no RAM
 * image), FILE_UNREADABLE, and those of objectsFromMemory.
 */
export async function readMemoryImages(
  specs: readonly string[],
  plan: CounterPlan | null,
): Promise<SourcePart> {
  if (!plan) {
    throw new BenchError('USAGE', 'a RAM image needs the ELF of the firmware: --elf FILE', {
      why: 'where the counters lie in memory is written in the ELF only',
    });
  }
  const blocks: MemoryBlock[] = [];
  for (const spec of specs) {
    const parsed = parseMemorySpec(spec);
    if (parsed?.kind !== 'ram') {
      throw new BenchError('USAGE', `${spec} is not a RAM image source`, {
        hints: ['write it as ram:FILE@0xADDRESS'],
      });
    }
    for (const { file, address } of parsed.files) {
      blocks.push({ address, bytes: await readBytes(file) });
    }
  }
  const name = specs.join(' ');
  return { readings: [{ name, objects: objectsFromMemory(plan, blocks, name) }] };
}
