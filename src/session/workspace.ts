import { stat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import { packageRoot } from '../base/package-root.js';
import { confirmationNeeded, readTrustedBoards } from '../board/board-trust.js';
import type { Board } from '../board/board.js';
import { findBoard, type BoardPlaces } from '../board/find-board.js';
import { openGit, type Git } from '../git/git.js';

/** The project a command works in, and where its things are looked for. */
export interface Workspace {
  /** The folder that owns `.otto`; capture paths are relative to it. */
  readonly projectRoot: string;
  readonly git: Git;
  readonly places: BoardPlaces;
  /**
   * Remembered answers to board profiles that run programs; never inside the project, which could
   * bring its own. Null when the user has no configuration folder: then nothing is trusted.
   */
  readonly trustFile: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface WorkspaceOptions {
  readonly cwd: string;
  /** `--repo`, absolute; null looks around `cwd`. */
  readonly repo: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

const MAX_DEPTH = 256;

/**
 * Opens the project around a folder; no process is started, and it need not be a repository.
 * Errors: NOT_A_REPOSITORY when the folder that was named does not exist.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  if (options.repo !== null && !(await isFolder(options.repo))) {
    throw new BenchError('NOT_A_REPOSITORY', `there is no folder ${options.repo}`);
  }
  const start = options.repo ?? options.cwd;
  const projectRoot = await findProjectRoot(start, options.repo !== null);
  const config = configFolder(options.env);
  return {
    projectRoot,
    git: openGit(projectRoot, { ambient: options.env, signal: options.signal }),
    places: {
      packageFolder: join(packageRoot(), 'boards'),
      projectRoot,
      userFolder: config === null ? null : join(config, 'boards'),
    },
    trustFile: config === null ? null : join(config, 'trusted-boards.json'),
    env: options.env,
  };
}

/**
 * The project root for a folder: the nearest folder at or above it that owns `.otto`, looked for
 * no higher than the top of the repository; without one, the folder itself when the user named it,
 * else the top of the repository.
 */
export async function findProjectRoot(start: string, isNamed: boolean): Promise<string> {
  const first = await realpath(start).catch(() => start);
  let folder = first;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (await isFolder(join(folder, '.otto'))) return folder;
    if (await exists(join(folder, '.git'))) return isNamed ? first : folder;
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return first;
}

/**
 * A board profile that may be used now. Errors: NO_SUCH_BOARD, BAD_BOARD_FILE, FILE_UNREADABLE,
 * NEEDS_CONFIRMATION (it comes with the repository and would run a program).
 */
export async function openBoard(workspace: Workspace, name: string): Promise<Board> {
  const board = await findBoard(name, workspace.places);
  const { trustFile } = workspace;
  const trusted = trustFile === null ? [] : await readTrustedBoards(trustFile);
  const refusal = confirmationNeeded(board, workspace.projectRoot, trusted);
  if (refusal) throw refusal;
  return board;
}

function configFolder(env: Readonly<Record<string, string | undefined>>): string | null {
  const base = env['XDG_CONFIG_HOME'] || (env['HOME'] ? join(env['HOME'], '.config') : undefined);
  return base === undefined ? null : join(base, 'otto-bench');
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
