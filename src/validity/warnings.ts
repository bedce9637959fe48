import type { Settings } from '../settings/settings.js';
import { capturedInstant } from '../store/captured-instant.js';
import { ageOf } from './ageing.js';
import type { LineFold } from './fold-lines.js';
import type { FileJudgement } from './judge-file.js';
import type { Resolved } from './resolve-captures.js';
import type { Run } from './validity-report.js';

/** Why evidence for a whole file does not count, and what brings it back. */
export function fileWarning({ stored, path, placement }: Resolved, reason: string): string {
  const { ticket, baseCommit } = stored.capture;
  const isPlaced = placement.kind === 'placed';
  const remedy = isPlaced || placement.cause !== 'file-gone' ? '; capture it again' : '';
  return `${path} (${ticket ?? 'no ticket'}, base ${baseCommit.slice(0, 12)}): ${reason}${remedy}`;
}

/** Base commits that are not here, and how to get them. */
export function baseWarnings(missing: ReadonlySet<string>, isShallow: boolean): string[] {
  const remedy = isShallow
    ? '; git fetch --unshallow brings the history of this shallow clone'
    : '';
  return [...missing].map(
    (id) =>
      `base commit ${id.slice(0, 12)} is not here, so its files are judged by their recorded blobs${remedy}`,
  );
}

/** Captures whose age cannot be judged. */
export function ageWarnings(runs: readonly Run[], settings: Settings, today: Date): string[] {
  const warnings: string[] = [];
  for (const run of runs) {
    const tier = settings.tiers.find(({ name }) => name === run.tier);
    if (ageOf(run.capturedAt, tier?.maxAgeDays ?? null, today) === 'undated') {
      const stamp = run.capturedAt === '' ? 'blank' : JSON.stringify(run.capturedAt);
      warnings.push(`${run.file}: captured_at is ${stamp}, so it never ages`);
    }
    if ((capturedInstant(run.capturedAt) ?? 0) > today.getTime()) {
      warnings.push(`${run.file}: captured_at is in the future (${run.capturedAt})`);
    }
  }
  return warnings;
}

/** Evidence that would still hold and counts no more because a newer capture took its place. */
export function supersedeWarnings(
  replaced: readonly { readonly one: Resolved; readonly judged: FileJudgement }[],
  fold: LineFold,
): string[] {
  const lines = new Map<string, number>();
  for (const { one, judged } of replaced) {
    const path = one.placement.kind === 'placed' ? one.placement.path : one.path;
    for (const [line, count] of one.file.lines) {
      const outcome = judged.outcomeOf(line);
      if (count > 0 && outcome.kind === 'valid' && !fold.isProved(path, outcome.line)) {
        lines.set(one.stored.file, (lines.get(one.stored.file) ?? 0) + 1);
      }
    }
  }
  return [...lines].map(
    ([file, count]) =>
      `${file} was replaced by a newer capture of the same context: ${count} executed ${count === 1 ? 'line has' : 'lines have'} no other evidence`,
  );
}
