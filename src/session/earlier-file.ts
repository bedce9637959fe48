import type { SessionState } from './session-state.js';

/** The capture this session wrote and did not commit: another save replaces it. */
export function earlierFile({ commitId, savedFile }: SessionState): string | null {
  return commitId === null ? savedFile : null;
}
