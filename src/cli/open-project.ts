import { openWorkspace, type Workspace } from '../session/workspace.js';
import type { CliContext } from './cli-context.js';

/** The project the command line stands in. */
export async function openProject(context: CliContext): Promise<Workspace> {
  return openWorkspace({
    cwd: context.cwd,
    repo: context.repo,
    env: context.env,
    signal: context.signal,
  });
}
