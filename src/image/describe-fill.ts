const FEWEST_RANDOM_BYTES = 96;
const FEWEST_WORDS = 2;

/**
 * What bytes are that should be something else: `zeros`, a pattern repeated byte by byte or word by
 * word (`0xa5`, `0xdeadbeef`), or `random` for bytes as memory has them that was never written. Null
 * for bytes that look like data of some program.
 */
export function describeFill(bytes: Uint8Array): string | null {
  const [first] = bytes;
  if (first === undefined) return null;
  if (bytes.every((byte) => byte === first)) return first === 0 ? 'zeros' : `0x${hex(first)}`;
  const word = bytes.subarray(0, 4);
  const isRepeated =
    bytes.length >= FEWEST_WORDS * 4 && bytes.every((byte, index) => byte === word[index % 4]);
  if (isRepeated) {
    return `0x${Array.from(word, hex).join('')} repeated`;
  }
  return isRandom(bytes) ? 'random' : null;
}

/** Data of programs has many bytes of one value; noise has each about as often. */
function isRandom(bytes: Uint8Array): boolean {
  if (bytes.length < FEWEST_RANDOM_BYTES) return false;
  const times = new Uint32Array(256);
  for (const byte of bytes) times[byte] = (times[byte] ?? 0) + 1;
  return Math.max(...times) <= Math.max(8, bytes.length * 0.03);
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
