import { BenchError } from '../../base/bench-error.js';
import { findLayout } from '../../git/repository-layout.js';
import { failOn, type FailState } from '../../report/fail-on.js';
import { refusalJson, reportJson } from '../../report/report-json.js';
import { readSettings } from '../../settings/read-settings.js';
import { readStore } from '../../store/read-store.js';
import { foldStore } from '../../validity/fold-store.js';
import type { ValidityReport } from '../../validity/validity-report.js';
import type { CliContext } from '../cli-context.js';
import { EXIT } from '../exit-code.js';
import { openProject } from '../open-project.js';
import { writeData } from '../output.js';
import { refuseMalformed } from '../refuse-malformed.js';

export interface ValidityFlags {
  readonly tree?: string;
  readonly today?: Date;
  readonly failOn?: readonly FailState[];
  readonly format?: 'text' | 'json';
  readonly output?: string;
}

/** `validity`: what the evidence in the store is worth for the code as it is. */
export async function validity(
  context: CliContext,
  _args: readonly string[],
  flags: ValidityFlags,
): Promise<number> {
  const tree = flags.tree ?? 'worktree';
  if (tree !== 'worktree') {
    throw new BenchError('USAGE', `--tree ${tree} is not supported yet, only worktree`, {
      hints: ['check the revision out and run it there'],
    });
  }
  const format = flags.format ?? (context.json ? 'json' : 'text');
  const { git, projectRoot } = await openProject(context);
  const settings = await readSettings(projectRoot);
  const { captures, malformed } = await readStore(projectRoot);
  const today = flags.today ?? context.clock.now();
  if (malformed.length > 0 && format === 'json') {
    await writeData(context.output, flags.output, refusalJson(malformed, today));
    return EXIT.repository;
  }
  refuseMalformed(malformed);
  // Nothing to fold asks nothing of git; still, a check in the wrong place must not pass.
  if (captures.length === 0) await findLayout(git);
  const report = await foldStore({ git, projectRoot, captures, settings, tree, today });
  const text = format === 'json' ? reportJson(report) : await textOf(context, report, flags);
  await writeData(context.output, flags.output, text);
  const failed = failOn(report, flags.failOn ?? []);
  if (failed.length === 0) return EXIT.done;
  context.output.note(`failed: --fail-on ${failed.join(',')}`);
  return EXIT.checkSaysNo;
}

async function textOf(
  context: CliContext,
  report: ValidityReport,
  flags: ValidityFlags,
): Promise<string> {
  const { reportText } = await import('../../report/report-text.js');
  const color = context.color && flags.output === undefined;
  return reportText(report, { color, ascii: context.ascii, columns: context.columns });
}
