import type { FunctionIdentity } from './counter-data.js';

const POLYNOMIAL = 0x04c11db7;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  return crc;
});

/** Carries a CRC-32 (0x04C11DB7, most significant bit first, no inversion) over one 32-bit word. */
export function crc32Word(crc: number, word: number): number {
  let value = crc ^ word;
  for (let byte = 0; byte < 4; byte += 1) {
    value = (value << 8) ^ (TABLE[value >>> 24] ?? 0);
  }
  return value >>> 0;
}

/**
 * The checksum word that GCC 12 and later put into a data file: a CRC-32 from 0 over ident, line
 * checksum and graph checksum of every function. Notes in file order and data in image order give
 * the same value; a data image with placeholders does not hold all functions, so it cannot.
 */
export function identityChecksum(functions: Iterable<FunctionIdentity>): number {
  let crc = 0;
  for (const { ident, lineChecksum, graphChecksum } of functions) {
    crc = crc32Word(crc32Word(crc32Word(crc, ident), lineChecksum), graphChecksum);
  }
  return crc;
}
