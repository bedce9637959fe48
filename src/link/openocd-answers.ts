/**
 * The values `read_memory` lists (`0x12 0x3456`), as the bytes they are on the target; null when
 * these are not `count` values of that width.
 */
export function bytesOfValues(
  text: string,
  widthBytes: 1 | 4,
  count: number,
  isBigEndian: boolean,
): Buffer | null {
  const words = text === '' ? [] : text.split(/\s+/);
  if (
    words.length !== count ||
    !words.every((word) => /^(?:0x[0-9a-f]{1,8}|\d{1,10})$/i.test(word))
  )
    return null;
  const values = words.map(Number);
  if (values.some((value) => value >= 2 ** (8 * widthBytes))) return null;
  const bytes = Buffer.alloc(count * widthBytes);
  values.forEach((value, index) => {
    if (isBigEndian) bytes.writeUIntBE(value, index * widthBytes, widthBytes);
    else bytes.writeUIntLE(value, index * widthBytes, widthBytes);
  });
  return bytes;
}

/**
 * The bytes `mdb` prints in rows (`0x20000000: 2a 32 …`); null when the rows are not exactly the
 * `sizeBytes` from `address`.
 */
export function bytesOfRows(text: string, address: number, sizeBytes: number): Buffer | null {
  const bytes: number[] = [];
  for (const row of text.split(/[\r\n]+/).filter((line) => line.trim() !== '')) {
    const [, place, cells] = /^\s*(0x[0-9a-f]{1,16}):((?:\s+[0-9a-f]{2})+)\s*$/i.exec(row) ?? [];
    if (place === undefined || cells === undefined) return null;
    if (Number(place) !== address + bytes.length) return null;
    for (const cell of cells.trim().split(/\s+/)) bytes.push(parseInt(cell, 16));
  }
  return bytes.length === sizeBytes ? Buffer.from(bytes) : null;
}
