/**
 * A path as git knows it, which is bytes, as text. Bytes that are not UTF-8 become lone surrogates
 * (U+DC80 to U+DCFF), so that two different names never read the same and `encodePath` gives the
 * bytes back.
 */
export function decodePath(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (!text.includes('\ufffd') || Buffer.from(text, 'utf8').equals(buffer)) return text;
  let out = '';
  for (let at = 0; at < buffer.length;) {
    const size = sequenceSize(buffer, at);
    out +=
      size === 0
        ? String.fromCharCode(0xdc00 + (buffer[at] ?? 0))
        : buffer.toString('utf8', at, at + size);
    at += Math.max(1, size);
  }
  return out;
}

/** The bytes of a path that `decodePath` gave. */
export function encodePath(path: string): Buffer {
  if (isUtf8Path(path)) return Buffer.from(path, 'utf8');
  return Buffer.concat(
    path
      .split(/([\udc80-\udcff])/u)
      .map((part) =>
        /^[\udc80-\udcff]$/u.test(part)
          ? Buffer.from([part.charCodeAt(0) - 0xdc00])
          : Buffer.from(part, 'utf8'),
      ),
  );
}

/** False for a path with bytes that are not UTF-8, which no JSON file can name. */
export function isUtf8Path(path: string): boolean {
  return !/\p{Surrogate}/u.test(path);
}

/** Length of the valid UTF-8 sequence at an offset, 0 when there is none. */
function sequenceSize(buffer: Buffer, at: number): number {
  const lead = buffer[at] ?? 0;
  const size = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (size === 0 || lead > 0xf4 || at + size > buffer.length) return 0;
  const part = buffer.subarray(at, at + size);
  return Buffer.from(part.toString('utf8'), 'utf8').equals(part) ? size : 0;
}
