import { openDesk } from '../../session/session-desk.js';
import type { CliContext } from '../cli-context.js';
import { openProject } from '../open-project.js';

/** Opens the guided session; the screens are loaded only now. */
export async function guidedSession(
  context: CliContext,
  start: { readonly board?: string; readonly resume?: string },
): Promise<number> {
  const workspace = await openProject(context);
  const { startWizard } = await import('../../../tui/start.js');
  return startWizard({
    desk: openDesk({ workspace, clock: context.clock }),
    projectRoot: workspace.projectRoot,
    board: start.board ?? null,
    resume: start.resume ?? null,
    color: context.color,
    ascii: context.ascii,
    env: context.env,
    signal: context.signal,
    addCleanUp: (step) => context.cleanUp.add(step),
  });
}
