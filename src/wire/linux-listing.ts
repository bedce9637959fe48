/** A file as the board lists it. */
export interface ListedFile {
  /** The name byte for byte, as Latin-1 text. */
  readonly name: string;
  /** Checksum words as printed; empty when the file could not be read. */
  readonly sum: string;
  /** Null when the board could not say. */
  readonly sizeBytes: number | null;
}

/**
 * Takes a listing apart: name, checksum words and size of every file, each ended by NUL. Null when
 * it is not such a listing.
 */
export function parseListing(bytes: Uint8Array): readonly ListedFile[] | null {
  const fields = Buffer.from(bytes).toString('latin1').split('\0');
  if (fields.pop() !== '' || fields.length % 3 !== 0) return null;
  const files: ListedFile[] = [];
  for (let at = 0; at < fields.length; at += 3) {
    const [name = '', sum = '', size = ''] = fields.slice(at, at + 3);
    if (!name.startsWith('/')) return null;
    const trimmed = size.trim();
    const isSize = /^\d{1,15}$/.test(trimmed);
    files.push({ name, sum: sum.trim(), sizeBytes: isSize ? Number(trimmed) : null });
  }
  return files;
}
