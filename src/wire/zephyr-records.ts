/** One `*<file><<hex>` of a line. */
export interface RecordPiece {
  readonly path: string;
  /** What follows the name up to the next record: hex digits, if all is well. */
  readonly content: string;
}

export interface CutLine {
  /** What stands before the first record. */
  readonly lead: string;
  readonly records: readonly RecordPiece[];
}

const NAME_END = '.gcda<';

/**
 * Cuts a line at its records; there is more than one when a line end was lost. A record is found by
 * the end of its name, which hex digits cannot imitate. One pass, whatever the line holds.
 */
export function cutRecords(text: string): CutLine {
  const starts: { readonly star: number; readonly content: number }[] = [];
  let from = 0;
  for (let at = text.indexOf(NAME_END); at >= 0; at = text.indexOf(NAME_END, from)) {
    const star = text.slice(from, at).search(/\*\S/);
    const content = at + NAME_END.length;
    if (star >= 0) starts.push({ star: from + star, content });
    from = content;
  }
  return {
    lead: text.slice(0, starts[0]?.star ?? text.length),
    records: starts.map(({ star, content }, index) => ({
      path: text.slice(star + 1, content - 1),
      content: text.slice(content, starts[index + 1]?.star),
    })),
  };
}

/** A record whose name does not end as it should, or null. */
export function oddRecord(text: string): RecordPiece | null {
  const end = text.lastIndexOf('<');
  if (!/^\*\S/.test(text) || end < 2) return null;
  return { path: text.slice(1, end), content: text.slice(end + 1) };
}

/** A record that has lost the `*` before its name, or null. */
export function headlessRecord(text: string): RecordPiece | null {
  const end = text.indexOf(NAME_END);
  if (end < 0) return null;
  const path = text.slice(0, end + NAME_END.length - 1);
  const content = text.slice(end + NAME_END.length);
  return /\s/.test(path) || !isHexText(content) ? null : { path, content };
}

/** True for text of hex digits and spaces only. */
export function isHexText(text: string): boolean {
  return !/[^0-9a-f ]/i.test(text);
}

/** True for hex text that starts with the magic word of a `.gcda` image, in either byte order. */
export function startsWithMagic(content: string): boolean {
  return /^ ?(?:61 ?64 ?63 ?67|67 ?63 ?64 ?61)/i.test(content);
}
