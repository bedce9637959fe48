/** Size of the length field of embedded-gcov's binary block. */
export const LENGTH_BYTES = 4;

/**
 * The sizes the four length bytes of an object in embedded-gcov's binary block may stand for, rising.
 * Its writer means to send the most significant byte first, but divides by 255 for the third one, so
 * 510 is sent as 00 00 02 fe; copies where that was mended send 00 00 01 fe.
 */
export function possibleLengths(field: Uint8Array): readonly number[] {
  const [first = 0, second = 0, third = 0, last = 0] = field;
  const high = first * 0x1000000 + second * 0x10000;
  const lengths = new Set([high + third * 0x100 + last]);
  for (let size = high + last; size < high + 0x10000; size += 0x100) {
    if ((Math.floor(size / 255) & 0xff) === third) lengths.add(size);
  }
  lengths.delete(0);
  return [...lengths].sort((a, b) => a - b);
}
