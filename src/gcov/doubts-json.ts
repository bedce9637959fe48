/** Zeros of one source that do not mean "not run". */
export interface FileDoubts {
  /** Ascending. */
  readonly lines: readonly number[];
  /** Assembler names, in the order of the counts. */
  readonly functions: readonly string[];
  /** One sentence: why they are not reliable, and what to do. */
  readonly why: string;
}

/** The member of the JSON of counts for a source with zeros that are not reliable. */
export function notReliableJson({ lines, functions, why }: FileDoubts): string {
  return `"notReliable":${JSON.stringify({ lines, functions, why })}`;
}
