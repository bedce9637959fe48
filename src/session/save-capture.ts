import { BenchError } from '../base/bench-error.js';
import type { Capture } from '../capture/capture.js';
import { commitPaths } from '../git/commit-paths.js';
import type { Git } from '../git/git.js';
import { readStatus, type StatusEntry } from '../git/read-status.js';
import { addCapture } from '../store/add-capture.js';

/**
 * Writes the capture into the store and gives its path relative to the project root.
 * Errors: NOTHING_TO_RECORD when it names no file, and those of addCapture.
 */
export async function saveCapture(projectRoot: string, capture: Capture): Promise<string> {
  refuseEmpty(capture, []);
  return addCapture(projectRoot, capture);
}

/** Refuses a capture that would prove nothing. Errors: NOTHING_TO_RECORD. */
export function refuseEmpty(capture: Capture, warnings: readonly string[]): void {
  if (capture.files.size > 0) return;
  throw new BenchError('NOTHING_TO_RECORD', 'there is nothing to record', {
    why: warnings.join('\n') || 'no source of the build is a committed file of this project',
    hints: ['if the sources were compiled under another path: --path-map FROM=TO'],
  });
}

/** Names somebody else has staged, from the top of the working tree. */
export async function foreignStaged(git: Git, ours: readonly string[]): Promise<string[]> {
  return stagedNames(await readStatus(git)).filter(
    (name) => !ours.some((own) => name.endsWith(own)),
  );
}

function stagedNames(entries: readonly StatusEntry[]): string[] {
  return entries.filter(({ index }) => index !== '.' && index !== '?').map(({ path }) => path);
}

/** Commits exactly these files; gives the commit id. Errors: COMMIT_REFUSED, GIT_FAILED. */
export async function commitEvidence(
  git: Git,
  paths: readonly string[],
  message: string,
): Promise<string> {
  return commitPaths(git, paths, message);
}
