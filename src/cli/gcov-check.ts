import { BenchError } from '../base/bench-error.js';
import { checkWithGcov } from '../session/check-with-gcov.js';
import type { Evidence } from '../session/decode-evidence.js';
import type { GcovCheck } from '../session/gcov-findings.js';
import { openGcov, type Gcov } from '../session/open-gcov.js';
import type { CliContext } from './cli-context.js';
import { withPrivateFolder } from './private-folder.js';

/**
 * The gcov of `--check-with`, null without the flag. Asked before anything is read: a wrong name
 * should not cost a long decode. Errors: USAGE (no counts to compare), those of openGcov.
 */
export async function gcovOf(
  context: CliContext,
  { checkWith, format }: { readonly checkWith?: string; readonly format?: string },
): Promise<Gcov | null> {
  if (checkWith === undefined) return null;
  if (format === 'gcda') {
    throw new BenchError('USAGE', '--check-with compares counts, and --format gcda makes none');
  }
  return openGcov(checkWith, context);
}

/** Checks decoded counts in a private folder; null without a gcov. Errors: those of checkWithGcov. */
export async function runGcovCheck(
  context: CliContext,
  gcov: Gcov | null,
  evidence: Evidence,
  notes: readonly string[],
): Promise<GcovCheck | null> {
  if (gcov === null) return null;
  const check = await withPrivateFolder(context, 'otto-bench-gcov-', (folder) =>
    checkWithGcov(gcov, evidence, notes, folder),
  );
  if (evidence.counts.length === 0) return check;
  const warning = 'counts of tracefiles were decoded before and cannot be checked with gcov';
  return { ...check, warnings: [...check.warnings, warning] };
}
