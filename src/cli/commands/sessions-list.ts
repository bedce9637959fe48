import { printable } from '../../base/printable.js';
import { allSessions } from '../../session/session-desk.js';
import { lineWords } from '../../session/snapshot-difference.js';
import type { CliContext } from '../cli-context.js';
import { EXIT } from '../exit-code.js';
import { openProject } from '../open-project.js';
import type { SessionMoment } from '../../session/session-state.js';
import { textTable } from '../text-table.js';

/** `sessions list`: what is on disk, and whether it may still be recorded. */
export async function sessionsList(context: CliContext): Promise<number> {
  const sessions = await allSessions(await openProject(context));
  if (context.json) {
    const list = sessions.map((session) => ({
      id: session.id,
      board: session.board,
      ticket: session.ticket || null,
      step: session.step,
      started_at: session.startedAt,
      last_event_at: session.lastEventAt,
      saved_objects: session.savedObjects,
      refusal: session.refusal,
      moments: (session.moments ?? []).map(({ kind, at, text, hitLines, newLines }) => ({
        kind,
        at,
        text,
        hit_lines: hitLines,
        new_lines: newLines,
      })),
    }));
    await context.output.data(`${JSON.stringify({ sessions: list }, null, 2)}\n`);
    return EXIT.done;
  }
  if (sessions.length === 0) {
    context.output.note('no session is kept here');
    return EXIT.done;
  }
  const rows = sessions.map(({ id, board, ticket, step, lastEventAt, refusal }) => [
    id,
    board,
    ticket || '-',
    step,
    lastEventAt,
    step === 'done' ? '' : (refusal ?? 'can be resumed'),
  ]);
  const table = textTable([['Session', 'Board', 'Ticket', 'Step', 'Last event', ''], ...rows]);
  const lines = table.flatMap((line, row) => [
    line,
    ...(sessions[row - 1]?.moments ?? []).map((moment) => `  ${momentWords(moment)}`),
  ]);
  await context.output.data(`${lines.join('\n')}\n`);
  return EXIT.done;
}

function momentWords({ kind, at, text, hitLines, newLines }: SessionMoment): string {
  const name = text === '' ? '' : ` "${printable(text)}"`;
  const added = newLines === null ? '' : `: ${lineWords(newLines)} newly hit, ${hitLines} in all`;
  return `${at}  ${kind}${name}${added}`;
}
