import type { BlockMemory } from './block-memory.js';
import type { CounterPlan } from './counter-plan.js';

const FEWEST_BYTES = 8;
const MOST_PLACES = 64;

/**
 * How far behind its planned place a build lies in memory that was read, in bytes: where the first
 * object's stamp and checksum are found, and those of all others at the same distance. Null when
 * they are not there, are as planned, or could be at several places.
 */
export function findShift(plan: CounterPlan, memory: BlockMemory): number | null {
  const marks = plan.objects
    .map(({ identity }) => ({
      address: identity.address,
      bytes: identity.expected.subarray(0, FEWEST_BYTES),
    }))
    .filter(({ bytes }) => bytes.length === FEWEST_BYTES);
  const [first] = marks;
  if (first === undefined) return null;
  const shifts = memory
    .find(first.bytes, MOST_PLACES)
    .map((address) => address - first.address)
    .filter((shift) =>
      marks.every(({ address, bytes }) => {
        const found = memory.read({ address: address + shift, sizeBytes: bytes.length });
        return found !== null && Buffer.compare(found, bytes) === 0;
      }),
    );
  const [shift] = shifts;
  return shifts.length === 1 && shift !== undefined && shift !== 0 ? shift : null;
}
