interface GcovFile {
  readonly file: string;
  readonly functions: readonly {
    readonly name: string;
    readonly start_line: string;
    readonly execution_count: string;
  }[];
  readonly lines: readonly {
    readonly line_number: string;
    readonly count: string;
    readonly unexecuted_block: boolean;
    readonly branches: readonly { readonly count: string }[];
  }[];
}

/** One source in the neutral form. */
export interface NeutralFile {
  readonly lines: Record<string, string>;
  readonly branches: Record<string, (string | null)[][]>;
  readonly functions: Record<string, { line: string; count: string }>;
}

// Texts are passed over as a whole; numbers become texts, since they may need all 64 bits.
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;

/**
 * What one document of gcov's JSON says, in the neutral form that expected results have: lines named
 * several times add up, branches position by position, and null is a branch of a line of count zero
 * with a block that never ran.
 */
export function gcovNeutral(json: string): unknown {
  const files: Record<string, NeutralFile> = {};
  for (const { file, functions, lines } of parseExact(json)) {
    const counts = (files[file] ??= { lines: {}, branches: {}, functions: {} });
    for (const { name, start_line: line, execution_count: count } of functions) {
      const before = counts.functions[name];
      counts.functions[name] = before
        ? { ...before, count: sum(before.count, count) }
        : { line, count };
    }
    for (const { line_number: line, count, unexecuted_block: isNever, branches } of lines) {
      counts.lines[line] = sum(counts.lines[line] ?? '0', count);
      const list = branches.map((one) => (isNever && count === '0' ? null : one.count));
      if (list.length > 0) counts.branches[line] = added(counts.branches[line] ?? [], list);
    }
  }
  return files;
}

function parseExact(json: string): readonly GcovFile[] {
  const quoted = json.replace(TEXT_OR_NUMBER, (token) => {
    if (!token.startsWith('"')) return `"${token}"`;
    // gcov writes the bytes of a damaged name as they are.
    // eslint-disable-next-line no-control-regex
    return token.replace(/[\0-\x1f]/g, (control) => JSON.stringify(control).slice(1, -1));
  });
  return (JSON.parse(quoted) as { readonly files: readonly GcovFile[] }).files;
}

function added(
  before: readonly (string | null)[][],
  list: readonly (string | null)[],
): (string | null)[][] {
  const length = Math.max(before.length, list.length);
  return Array.from({ length }, (_, index) => {
    const [a, b] = [before[index]?.[2] ?? null, list[index] ?? null];
    return ['0', String(index), a === null ? b : b === null ? a : sum(a, b)];
  });
}

function sum(a: string, b: string): string {
  return String(BigInt(a) + BigInt(b));
}
