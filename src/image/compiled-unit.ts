/** A function as the debug information of a unit has it. */
export interface CompiledFunction {
  /** Name in the source. */
  readonly name: string;
  /** Assembler name, where it differs and is recorded. */
  readonly linkageName: string | null;
  /** Line of its definition; null where none is recorded. */
  readonly line: number | null;
  /** It was inlined somewhere, early or late. */
  readonly isInlined: boolean;
  /** It was declared inline. */
  readonly isDeclaredInline: boolean;
  /** A piece of code is left of it where it was inlined. */
  readonly hasInlinedCode: boolean;
}

/** One translation unit as its debug information describes it. */
export interface CompiledUnit {
  /** The source as it was named to the compiler. */
  readonly name: string;
  readonly directory: string | null;
  /** Options of the compiler, without those that name files; null where it did not record them. */
  readonly options: readonly string[] | null;
  /** False where inlining was decided after this was written (LTO), or is described elsewhere. */
  readonly tellsInlining: boolean;
  readonly functions: readonly CompiledFunction[];
}

/** What an image tells of how it was compiled. */
export interface CompiledUnits {
  readonly units: readonly CompiledUnit[];
  /** Why there is nothing, or not all of it; null when all was read. */
  readonly unread: string | null;
}
