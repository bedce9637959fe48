import type { BenchCommand } from './measure.js';
import { runOrFail } from './run-program.js';

const TIMEOUT_MS = 300_000;

/** What is compared of one source: by line, by line and branch, by function. */
type Facts = Map<string, number>;
type Source = { readonly lines: unknown; readonly branches: unknown; readonly functions: unknown };

interface GcovLine {
  readonly line_number: number;
  readonly count: number;
  readonly unexecuted_block: boolean;
  readonly branches: readonly { readonly count: number }[];
}
interface GcovFile {
  readonly file: string;
  readonly lines: readonly GcovLine[];
  readonly functions: readonly { readonly name: string; readonly execution_count: number }[];
}

/**
 * Runs both commands and holds every line, branch and function count of ours against gcov's. Gives how
 * many facts were compared; throws at the first that differs, for then there is nothing to time.
 */
export async function compareCounts(ours: BenchCommand, gcov: BenchCommand): Promise<number> {
  const [mine, theirs] = [await outputOf(ours), await outputOf(gcov)];
  const got = ourFacts((JSON.parse(mine) as { files: Record<string, Source> }).files);
  const want = gcovFacts(theirs.split('\n').filter(Boolean));
  for (const key of new Set([...got.keys(), ...want.keys()])) {
    if (got.get(key) === want.get(key)) continue;
    throw new Error(`counts differ: ${key}: ours ${got.get(key)}, gcov ${want.get(key)}`);
  }
  if (got.size === 0) throw new Error('nothing was counted');
  return got.size;
}

/** A branch never reached is -1. */
function ourFacts(files: Readonly<Record<string, Source>>): Facts {
  const facts: Facts = new Map();
  for (const [path, { lines, branches, functions }] of Object.entries(files)) {
    for (const [line, count] of entries<number>(lines)) facts.set(`${path} line ${line}`, count);
    for (const [line, list] of entries<[number, number, number | null][]>(branches)) {
      list.forEach(([, , taken], index) =>
        facts.set(`${path} line ${line} branch ${index}`, taken ?? -1),
      );
    }
    for (const [name, { count }] of entries<{ count: number }>(functions)) {
      facts.set(`${path} function ${name}`, count);
    }
  }
  return facts;
}

function gcovFacts(documents: readonly string[]): Facts {
  const facts: Facts = new Map();
  const add = (key: string, value: number): void => {
    const before = facts.get(key) ?? -1;
    facts.set(key, before === -1 || value === -1 ? Math.max(before, value) : before + value);
  };
  for (const text of documents) {
    for (const { file, lines, functions } of (JSON.parse(text) as { files: GcovFile[] }).files) {
      for (const { line_number: line, count, unexecuted_block: isNever, branches } of lines) {
        add(`${file} line ${line}`, count);
        branches.forEach((branch, index) =>
          add(`${file} line ${line} branch ${index}`, isNever && count === 0 ? -1 : branch.count),
        );
      }
      for (const { name, execution_count } of functions) {
        add(`${file} function ${name}`, execution_count);
      }
    }
  }
  return facts;
}

function entries<Value>(record: unknown): [string, Value][] {
  return Object.entries(record as Record<string, Value>);
}

function outputOf({ command, args, cwd }: BenchCommand): Promise<string> {
  return runOrFail(command, args, { cwd, timeoutMs: TIMEOUT_MS });
}
