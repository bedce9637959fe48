import { readHead } from '../git/read-head.js';
import { readStatus } from '../git/read-status.js';
import { runCheck, runningCheck } from './checks/check.js';
import { preflightChecks } from './preflight-checks.js';
import type { SessionContext } from './session-context.js';

const SHORT_ID = 7;

/** Runs all checks side by side, each shown as soon as it has an answer. */
export async function runPreflight(context: SessionContext): Promise<void> {
  const { core, workspace, board, choices } = context;
  const plans = preflightChecks(workspace, board, choices.port);
  core.update({ checks: plans.map(runningCheck) });
  await Promise.all(
    plans.map(async (plan, index) => {
      const check = await runCheck(plan);
      core.update({ checks: core.state.checks.with(index, check) });
    }),
  );
  const head = await readHead(workspace.git).catch(() => null);
  if (!head) return;
  core.update({
    branch: head.branch ?? 'detached',
    shortHead: head.commit.slice(0, SHORT_ID),
    isDirty: (await readStatus(workspace.git)).length > 0,
  });
}
