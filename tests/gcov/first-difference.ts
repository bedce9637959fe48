import { expect } from 'vitest';

/** Counts in the neutral form: by source, then by kind, then by line or function. */
type NeutralFiles = Readonly<Record<string, Readonly<Record<Kind, Facts>> | undefined>>;
type Facts = Readonly<Record<string, unknown>> | undefined;
type Kind = keyof typeof NOUNS;

/** What is compared, in the order in which differences are told: what one is about, and several. */
const NOUNS = {
  lines: ['line', 'lines'],
  branches: ['line with branches', 'lines with branches'],
  functions: ['function', 'functions'],
  conditions: ['line with conditions', 'lines with conditions'],
} as const;
const KINDS = Object.keys(NOUNS) as readonly Kind[];

/** One fact of which the two sides say something else. */
interface Difference {
  readonly kind: Kind | 'source';
  readonly text: string;
}

/** Fails with the first difference between our counts and those of a tool. */
export function expectSameCounts(
  name: string,
  ours: unknown,
  theirs: unknown,
  tool: 'gcov' | 'lcov',
): void {
  const difference = firstDifference(ours, theirs, tool);
  if (difference !== null) expect.fail(`${name}: ${difference}`);
  expect(ours).toEqual(theirs);
}

/**
 * The first difference between two results in the neutral form, with both numbers and how much else
 * differs: `src/main.cpp line 14: ours 3, gcov 4 (2 more lines differ)`; null when there is none.
 */
export function firstDifference(ours: unknown, theirs: unknown, tool: string): string | null {
  const [a, b] = [ours as NeutralFiles, theirs as NeutralFiles];
  const differences = namesOf(a, b).flatMap((path) => sourceDifferences(path, a, b, tool));
  const [first, ...more] = differences;
  return first === undefined ? null : `${first.text}${restText(more)}`;
}

function sourceDifferences(
  path: string,
  ours: NeutralFiles,
  theirs: NeutralFiles,
  tool: string,
): readonly Difference[] {
  const [a, b] = [ours[path], theirs[path]];
  if (a === undefined || b === undefined) {
    const text = a
      ? `${path} is counted by us, not by ${tool}`
      : `${path} is counted by ${tool} only`;
    return [{ kind: 'source', text }];
  }
  return KINDS.flatMap((kind) =>
    namesOf(a[kind] ?? {}, b[kind] ?? {}).flatMap((key) => {
      const [one, other] = [a[kind]?.[key], b[kind]?.[key]];
      if (isSame(one, other)) return [];
      const about = kind === 'functions' ? `function ${key}` : `line ${key}`;
      return [{ kind, text: `${path} ${about}${factText(kind, one, other, tool)}` }];
    }),
  );
}

function factText(kind: Kind, ours: unknown, theirs: unknown, tool: string): string {
  if (kind !== 'branches') {
    return `${kind === 'conditions' ? ' conditions' : ''}: ours ${say(ours)}, ${tool} ${say(theirs)}`;
  }
  const [a, b] = [asList(ours), asList(theirs)];
  if (a.length !== b.length) {
    return ` branches: ours ${a.length}, ${tool} ${b.length}`;
  }
  const branch = a.findIndex((one, index) => !isSame(one, b[index]));
  return ` branch ${branch}: ours ${say(asList(a[branch]).at(-1))}, ${tool} ${say(asList(b[branch]).at(-1))}`;
}

function restText(differences: readonly Difference[]): string {
  const parts = [...KINDS, 'source' as const].flatMap((kind) => {
    const count = differences.filter((difference) => difference.kind === kind).length;
    const [one, several] = kind === 'source' ? ['source', 'sources'] : NOUNS[kind];
    return count === 0 ? [] : [`${count} more ${count === 1 ? one : several}`];
  });
  if (parts.length === 0) return '';
  return ` (${parts.join(', ')} ${differences.length === 1 ? 'differs' : 'differ'})`;
}

function say(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', '');
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The names of both sides, line numbers by size. */
function namesOf(a: object, b: object): readonly string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.sort((x, y) => Number(x) - Number(y) || (x < y ? -1 : 1));
}
