import type { SeededRandom } from '../../scripts/seeded-random.js';

/** How likely each byte of a line is lost, has a bit flipped, or comes twice. */
export interface Noise {
  readonly lost: number;
  readonly flipped: number;
  readonly doubled: number;
}

/** The bytes as they come out at the other end of a bad line. */
export function throughNoise(bytes: Uint8Array, noise: Noise, random: SeededRandom): Buffer {
  const out: number[] = [];
  for (const byte of bytes) {
    if (random.chance(noise.lost)) continue;
    out.push(random.chance(noise.flipped) ? byte ^ (1 << random.below(8)) : byte);
    if (random.chance(noise.doubled)) out.push(byte);
  }
  return Buffer.from(out);
}
