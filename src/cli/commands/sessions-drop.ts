import { openDesk } from '../../session/session-desk.js';
import type { CliContext } from '../cli-context.js';
import { EXIT } from '../exit-code.js';
import { openProject } from '../open-project.js';

/** `sessions drop ID`: deletes a session with its raw data; captures in the store stay. */
export async function sessionsDrop(context: CliContext, args: readonly string[]): Promise<number> {
  const workspace = await openProject(context);
  const id = args[0] ?? '';
  await openDesk({ workspace, clock: context.clock }).drop(id);
  if (context.json) await context.output.data(`${JSON.stringify({ dropped: id })}\n`);
  else await context.output.data(`${id} deleted\n`);
  return EXIT.done;
}
