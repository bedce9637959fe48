/** A way to print bytes as text that a board may have. */
export interface PayloadEncoding {
  readonly name: string;
  /** Shell command that encodes its standard input. */
  readonly command: string;
  readonly kind: 'base64' | 'hex';
}

/** Best first: base64 takes 1.4 characters a byte, hexadecimal 2 to 3. */
export const PAYLOAD_ENCODINGS: readonly PayloadEncoding[] = [
  { name: 'base64', command: 'base64', kind: 'base64' },
  { name: 'openssl', command: 'openssl base64', kind: 'base64' },
  { name: 'uuencode', command: 'uuencode -m otto', kind: 'base64' },
  { name: 'xxd', command: 'xxd -p', kind: 'hex' },
  { name: 'od', command: 'od -An -v -tx1', kind: 'hex' },
  { name: 'hexdump', command: `hexdump -v -e '32/1 "%02x" "\\n"'`, kind: 'hex' },
];

const BASE64_LINE = /^[A-Za-z0-9+/]+={0,2}$/;
const HEX_LINE = /^(?:[0-9a-f]{2} ?)+$/i;

/**
 * The lines of an answer that can be payload, trimmed; text of others in between is dropped.
 * Whether they are the payload, only its checksum tells.
 */
export function payloadLines(text: string, { kind }: PayloadEncoding): readonly string[] {
  const pattern = kind === 'base64' ? BASE64_LINE : HEX_LINE;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => pattern.test(line));
}

/** The bytes of payload lines; null when they are not whole. */
export function decodePayload(
  lines: readonly string[],
  { kind }: PayloadEncoding,
): Uint8Array | null {
  if (kind === 'hex') return Buffer.from(lines.join('').replaceAll(' ', ''), 'hex');
  const text = lines.join('');
  const isWhole = text.length % 4 === 0 && /^[^=]*={0,2}$/.test(text);
  return isWhole ? Buffer.from(text, 'base64') : null;
}
