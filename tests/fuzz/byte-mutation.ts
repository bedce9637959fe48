import type { SeededRandom } from '../../scripts/seeded-random.js';

/** A change of some bytes, in words that tell how to repeat it. */
export interface Mutation {
  readonly text: string;
  readonly bytes: Uint8Array;
}

const ODD_BYTES = [0x00, 0xff, 0x80, 0x7f, 0x0a, 0x0d, 0x20, 0x30];
const MAX_RUN = 64;

/** Does to any file what lines, flash and disks do: flipped, set, lost, doubled and added bytes. */
export function mutateBytes(bytes: Uint8Array, random: SeededRandom): Mutation {
  const at = random.below(bytes.length + 1);
  const size = random.between(1, MAX_RUN);
  switch (random.below(7)) {
    case 0: {
      const bit = random.below(8);
      const value = (bytes[at] ?? 0) ^ (1 << bit);
      return { text: `bit ${bit} of byte ${at} flipped`, bytes: withByte(bytes, at, value) };
    }
    case 1: {
      const value = random.chance(0.5) ? random.pick(ODD_BYTES) : random.below(256);
      return { text: `byte ${at} set to ${value}`, bytes: withByte(bytes, at, value) };
    }
    case 2:
      return { text: `cut at byte ${at}`, bytes: bytes.subarray(0, at) };
    case 3:
      return { text: `${size} bytes lost at byte ${at}`, bytes: splice(bytes, at, size, []) };
    case 4: {
      const part = bytes.subarray(at, at + size);
      return { text: `${size} bytes doubled at byte ${at}`, bytes: splice(bytes, at, 0, part) };
    }
    case 5: {
      const noise = Uint8Array.from({ length: size }, () => random.below(256));
      const text = `bytes ${Buffer.from(noise).toString('hex')} put in at byte ${at}`;
      return { text, bytes: splice(bytes, at, 0, noise) };
    }
    default: {
      const fill = random.pick([0x00, 0xff]);
      const run = new Uint8Array(size).fill(fill);
      return {
        text: `${size} bytes from ${at} set to ${fill}`,
        bytes: splice(bytes, at, size, run),
      };
    }
  }
}

/** The bytes with `lost` of them at `at` replaced by others. */
export function splice(
  bytes: Uint8Array,
  at: number,
  lost: number,
  added: ArrayLike<number>,
): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), Uint8Array.from(added), bytes.subarray(at + lost)]);
}

function withByte(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  if (at < changed.length) changed[at] = value;
  return changed;
}

/** Sets a 32-bit word; beyond the end of the file it changes nothing. */
export function setWord(
  bytes: Uint8Array,
  at: number,
  value: number,
  isLittle: boolean,
  what: string,
): Mutation {
  const changed = Uint8Array.from(bytes);
  if (at + 4 <= changed.length) new DataView(changed.buffer).setUint32(at, value, isLittle);
  return { text: `${what} at byte ${at} set to 0x${value.toString(16)}`, bytes: changed };
}
