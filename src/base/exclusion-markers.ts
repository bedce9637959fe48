/** What the exclusion markers of one source say, line by line. */
export interface ExclusionMarkers {
  /** Lines that do not count at all. */
  readonly lines: ReadonlySet<number>;
  /** Lines that do not count as long as they never run. */
  readonly unreachableLines: ReadonlySet<number>;
  /** Lines that count, but none of their branches. */
  readonly branchLines: ReadonlySet<number>;
  /** Lines that count, but none of the branches an exception takes. */
  readonly exceptionLines: ReadonlySet<number>;
  /** Sections that nothing closes, by the line of their start; they run to the end. */
  readonly unclosed: readonly { readonly marker: string; readonly line: number }[];
}

interface Scope {
  readonly name: string;
  readonly lines: Set<number>;
  /** Where the section that is open was started, else null. */
  startLine: number | null;
}

const MARKER = /LCOV_(EXCL|UNREACHABLE|EXCL_BR|EXCL_EXCEPTION_BR)_(LINE|START|STOP)/g;
const LINE_FEED = 10;

/**
 * Finds the markers lcov knows (geninfo(1), "Exclusion markers"): `…_LINE` speaks of its own line,
 * `…_START` of its line and all up to the one before the `…_STOP`, wherever on the line it stands and
 * whatever is around it, inside a longer word too. Several on a line act from left to right. Lines end
 * at a line feed alone; the encoding does not matter.
 */
export function exclusionMarkers(bytes: Uint8Array): ExclusionMarkers {
  const scopes = ['EXCL', 'UNREACHABLE', 'EXCL_BR', 'EXCL_EXCEPTION_BR'].map((name): Scope => ({
    name: `LCOV_${name}`,
    lines: new Set(),
    startLine: null,
  }));
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let line = 0;
  let start = buffer.includes('LCOV_') ? 0 : buffer.length;
  while (start < buffer.length) {
    const feed = buffer.indexOf(LINE_FEED, start);
    const end = feed === -1 ? buffer.length : feed;
    line += 1;
    markLine(scopes, line, buffer.toString('latin1', start, end));
    start = end + 1;
  }
  const linesOf = (index: number): ReadonlySet<number> => scopes[index]?.lines ?? new Set();
  return {
    lines: linesOf(0),
    unreachableLines: linesOf(1),
    branchLines: linesOf(2),
    exceptionLines: linesOf(3),
    unclosed: scopes.flatMap(({ name, startLine }) =>
      startLine === null ? [] : [{ marker: `${name}_START`, line: startLine }],
    ),
  };
}

/** True when the markers change nothing. */
export function marksNothing(markers: ExclusionMarkers): boolean {
  const { lines, unreachableLines, branchLines, exceptionLines } = markers;
  return lines.size + unreachableLines.size + branchLines.size + exceptionLines.size === 0;
}

function markLine(scopes: readonly Scope[], line: number, text: string): void {
  if (text.includes('LCOV_')) {
    for (const [, kind, what] of text.matchAll(MARKER)) {
      const scope = scopes.find(({ name }) => name === `LCOV_${kind}`);
      if (scope === undefined) continue;
      if (what === 'LINE') scope.lines.add(line);
      else if (what === 'STOP') scope.startLine = null;
      else scope.startLine ??= line;
    }
  }
  for (const scope of scopes) if (scope.startLine !== null) scope.lines.add(line);
}
