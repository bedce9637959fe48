export interface HexdumpRow {
  /** The offset the row says it starts at. */
  readonly offset: number;
  /** Lower-case hex digits, two for each of its 1 to 16 bytes. */
  readonly digits: string;
}

export const ROW_BYTES = 16;
const ROW = /^([0-9a-f]{8}):((?: [0-9a-f]{2}){1,16})$/i;
const MAX_ROW_CHARS = 400;

/** A whole row, `00000010: 61 64 63 67 ...`, or null when the text is anything else. */
export function parseRow(text: string): HexdumpRow | null {
  const match = text.length > MAX_ROW_CHARS ? null : ROW.exec(text);
  const [, offset, bytes] = match ?? [];
  if (offset === undefined || bytes === undefined) return null;
  return { offset: parseInt(offset, 16), digits: bytes.replaceAll(' ', '').toLowerCase() };
}

/** A whole row at the end of a line, with what stands before it. */
export function findRow(
  text: string,
): { readonly prefix: string; readonly row: HexdumpRow } | null {
  if (text.length > MAX_ROW_CHARS) return null;
  const at = text.search(/[0-9a-f]{8}:(?: [0-9a-f]{2}){1,16}$/i);
  const row = at < 0 ? null : parseRow(text.slice(at));
  return row === null ? null : { prefix: text.slice(0, at), row };
}

/** True for text that was a row before something happened to it. */
export function looksLikeRow(text: string): boolean {
  return /^[0-9a-f]{8}:/i.test(text) || /(?:[0-9a-f]{2} ){3}[0-9a-f]{2}/i.test(text);
}
