import { BenchError } from '../base/bench-error.js';
import type { TextStyle } from '../report/text-rows.js';
import { checkWithGcov } from '../session/check-with-gcov.js';
import type { Evidence } from '../session/decode-evidence.js';
import { openGcov } from '../session/open-gcov.js';
import { checkJson } from './check-json.js';
import { checkText } from './check-text.js';
import type { CliContext } from './cli-context.js';
import { withPrivateFolder } from './private-folder.js';

/** What a check with gcov found, as `decode` prints it. */
export interface CheckedCounts {
  readonly agrees: boolean;
  readonly warnings: readonly string[];
  /** The `check` object of the JSON. */
  readonly json: string;
  text(style: TextStyle): readonly string[];
}

/** Checks decoded counts; `notes` are the places of the notes. Errors: those of checkWithGcov. */
export type CheckCounts = (evidence: Evidence, notes: readonly string[]) => Promise<CheckedCounts>;

/**
 * Finds the gcov of `--check-with`. Done before anything is read: a wrong name should not cost a
 * long decode. Errors: USAGE (a format without counts), those of openGcov.
 */
export async function openCheck(
  context: CliContext,
  command: string,
  format: string,
): Promise<CheckCounts> {
  if (format === 'gcda') {
    throw new BenchError('USAGE', '--check-with compares counts, and --format gcda makes none');
  }
  const gcov = await openGcov(command, context);
  return async (evidence, notes) => {
    const check = await withPrivateFolder(context, 'otto-bench-gcov-', (folder) =>
      checkWithGcov(gcov, evidence, notes, folder),
    );
    const unchecked =
      evidence.counts.length === 0
        ? []
        : ['counts of tracefiles were decoded before and cannot be checked with gcov'];
    const warnings = [...check.warnings, ...unchecked];
    return {
      agrees: check.differences.length === 0,
      warnings,
      json: checkJson({ ...check, warnings }),
      text: (style) => checkText(check, style),
    };
  };
}
