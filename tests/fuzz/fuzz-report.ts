/** How one case went. */
export interface CaseReport {
  readonly index: number;
  /** `accepted`, `crash`, `hang`, or the code of a refusal. */
  readonly result: string;
  /** What is wrong with it, else null. */
  readonly problem: string | null;
  /** The result was held against another program. */
  readonly isVerified: boolean;
  readonly cpuMs: number;
  /** Memory the process has had at most, up to and with this case, beyond that before its first. */
  readonly growthBytes: number;
}

/** How a whole run went. */
export interface FuzzReport {
  readonly target: string;
  readonly seed: number;
  readonly cases: readonly CaseReport[];
}

/** The cases in which something is wrong. */
export function findingsOf({ cases }: FuzzReport): readonly CaseReport[] {
  return cases.filter(({ problem }) => problem !== null);
}

/** The report in words, with what is needed to repeat each finding. */
export function fuzzText(report: FuzzReport, recipeOf: (index: number) => string): string {
  const { target, seed, cases } = report;
  const results = new Map<string, number>();
  for (const { result } of cases) results.set(result, (results.get(result) ?? 0) + 1);
  const list = [...results]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name}`);
  const verified = cases.filter(({ isVerified }) => isVerified).length;
  const most = (pick: (one: CaseReport) => number): string =>
    cases.reduce((value, one) => Math.max(value, pick(one)), 0).toFixed(0);
  const findings = findingsOf(report).map(
    ({ index, result, problem }) =>
      `case ${index}, ${result}: ${problem}\n  ${recipeOf(index)}\n  again: OTTO_FUZZ_TARGET=${target} OTTO_FUZZ_SEED=${seed} OTTO_FUZZ_CASE=${index} npm run test:slow`,
  );
  return [
    `fuzz ${target}, seed ${seed}: ${cases.length} cases, ${list.join(', ')}; ${verified} compared; the slowest took ${most((one) => one.cpuMs)} ms, memory grew by ${most((one) => one.growthBytes / 1e6)} MB`,
    ...findings,
  ].join('\n');
}
