import { createHash } from 'node:crypto';

/** A checksum program a board may have. */
export interface SumTool {
  readonly name: string;
  /** Shell command that sums up its standard input. */
  readonly command: string;
  /** The sum in the words it prints, or null. */
  readonly read: (printed: string) => string | null;
  readonly sumOf: (bytes: Uint8Array) => string;
}

const hashTool = (name: string, algorithm: string, digits: number): SumTool => ({
  name,
  command: name,
  read: (printed) =>
    new RegExp(`(?:^|\\s)([0-9a-f]{${digits}})(?:\\s|$)`).exec(printed)?.[1] ?? null,
  sumOf: (bytes) => createHash(algorithm).update(bytes).digest('hex'),
});

/** Best first. */
export const SUM_TOOLS: readonly SumTool[] = [
  hashTool('sha256sum', 'sha256', 64),
  hashTool('md5sum', 'md5', 32),
  {
    name: 'cksum',
    command: 'cksum',
    read: (printed) => {
      const [, sum, size] = /(?:^|\s)(\d{1,10}) (\d{1,15})(?:\s|$)/.exec(printed) ?? [];
      return sum === undefined || size === undefined ? null : `${sum}-${size}`;
    },
    sumOf: (bytes) => `${cksum(bytes)}-${bytes.length}`,
  },
];

const POLYNOMIAL = 0x04c11db7;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) rest = rest < 0 ? (rest << 1) ^ POLYNOMIAL : rest << 1;
  return rest;
});

/** The checksum of POSIX `cksum`: CRC-32, most significant bit first, the length taken in at last. */
export function cksum(bytes: Uint8Array): number {
  let sum = 0;
  const take = (byte: number): void => {
    sum = (sum << 8) ^ (TABLE[(sum >>> 24) ^ byte] ?? 0);
  };
  for (const byte of bytes) take(byte);
  for (let left = bytes.length; left > 0; left = Math.floor(left / 256)) take(left % 256);
  return ~sum >>> 0;
}
