import { printable } from '../../base/printable.js';
import { listBoards, repositoryBoardFolder } from '../../board/find-board.js';
import { runCheck } from '../../session/checks/check.js';
import { preflightChecks } from '../../session/preflight-checks.js';
import type { Check, Grade } from '../../session/session-state.js';
import { openBoard, type Workspace } from '../../session/workspace.js';
import type { CliContext } from '../cli-context.js';
import { EXIT } from '../exit-code.js';
import { openProject } from '../open-project.js';
import { paint } from '../paint.js';

/** `preflight`: every check with grade, facts and hints; exit 1 when one blocks. */
export async function preflight(
  context: CliContext,
  _args: readonly string[],
  flags: { readonly board?: string; readonly port?: string },
): Promise<number> {
  const workspace = await openProject(context);
  const board = flags.board === undefined ? null : await openBoard(workspace, flags.board);
  const plans = preflightChecks(workspace, board, flags.port ?? null);
  const checks = saidOnce(await Promise.all(plans.map(runCheck)));
  const isBlocked = checks.some(({ grade }) => grade === 'blocking');
  const text = context.json
    ? `${JSON.stringify({ checks, blocked: isBlocked }, null, 2)}\n`
    : `${checks.flatMap((check) => checkLines(context, check)).join('\n')}\n`;
  await context.output.data(text);
  if (board === null && !context.json) {
    for (const line of await uncheckedLines(workspace)) context.output.note(line);
  }
  return isBlocked ? EXIT.checkSaysNo : EXIT.done;
}

/** What stops several checks is told once, by the first. */
function saidOnce(checks: readonly Check[]): readonly Check[] {
  return checks.map((check, index) => {
    const first = checks.findIndex(
      ({ grade, text }) => grade === check.grade && text === check.text,
    );
    const earlier = checks[first];
    if (check.grade !== 'blocking' || !earlier || first === index) return check;
    return { ...check, text: `see ${earlier.label}`, facts: [], hints: [] };
  });
}

/** Half of the bench is not looked at without a board; silence would read as "all in order". */
async function uncheckedLines({ places }: Workspace): Promise<readonly string[]> {
  const listings = await listBoards(places);
  const own = listings.filter(({ origin, isShadowed }) => origin !== 'package' && !isShadowed);
  const names = own.map(({ name }) => printable(name));
  return [
    'not checked: board file, build and port',
    names.length > 0
      ? `hint: --board NAME checks them too; here are ${names.join(', ')}`
      : `hint: write a board file first: copy an example from ${printable(places.packageFolder)} to ` +
        printable(repositoryBoardFolder(places.projectRoot)),
  ];
}

function checkLines(context: CliContext, check: Check): string[] {
  const label = check.label.padEnd(14);
  const line = `${sign(context, check.grade)} ${label} ${printable(check.text)}`;
  if (check.grade === 'ok') return [line];
  const indent = ' '.repeat(17);
  return [
    line,
    ...check.facts.map((fact) => indent + printable(fact)),
    ...check.hints.map((hint) => `${indent}hint: ${printable(hint)}`),
  ];
}

function sign(context: CliContext, grade: Grade): string {
  const { ascii, color } = context;
  switch (grade) {
    case 'ok':
      return paint(ascii ? '[ok]' : '✓', 'green', color);
    case 'warning':
      return paint(ascii ? '[!] ' : '!', 'yellow', color);
    case 'blocking':
      return paint(ascii ? '[x] ' : '✗', 'red', color);
    case 'running':
      return ' ';
  }
}
