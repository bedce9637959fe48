import type { Board } from '../board/board.js';
import { parsePathMap, type PathMap } from '../capture/path-map.js';
import type { Workspace } from '../session/workspace.js';
import type { Settings } from '../settings/settings.js';
import type { StoredCapture } from '../store/stored-capture.js';
import type { CliContext } from './cli-context.js';
import type { CaptureFlags } from './commands/capture.js';

/** What `capture` knows before it touches a board or a source. */
export interface CaptureJob {
  readonly context: CliContext;
  readonly workspace: Workspace;
  readonly settings: Settings;
  readonly captures: readonly StoredCapture[];
  readonly flags: CaptureFlags;
  readonly tier: string;
  readonly isManual: boolean;
  readonly ticket: string | null;
}

/** Path maps of the command line. Errors: USAGE. */
export function saidPathMaps({ flags, workspace }: CaptureJob): readonly PathMap[] {
  return (flags.pathMap ?? []).map((text) => parsePathMap(text, workspace.projectRoot));
}

/** Path maps of the command line, then those of the profile. Errors: USAGE. */
export function pathMapsOf(job: CaptureJob, board: Board | null): readonly PathMap[] {
  const { projectRoot } = job.workspace;
  const known = (board?.pathMap ?? []).map(({ from, to }) =>
    parsePathMap(`${from}=${to}`, projectRoot),
  );
  return [...saidPathMaps(job), ...known];
}
