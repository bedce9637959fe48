import type { Board } from '../board/board.js';
import { checkBoardFile, checkPort } from './checks/check-board.js';
import { checkBuild } from './checks/check-build.js';
import type { CheckPlan } from './checks/check.js';
import { checkHead, checkRepository, checkWorkTree } from './checks/check-repository.js';
import { checkSettings } from './checks/check-settings.js';
import { checkStore } from './checks/check-store.js';
import type { Workspace } from './workspace.js';

/** The checks for a project, and for a board when one is named, in the order they are shown. */
export function preflightChecks(
  workspace: Workspace,
  board: Board | null,
  port: string | null,
): readonly CheckPlan[] {
  const project: CheckPlan[] = [
    { id: 'repository', label: 'Repository', run: () => checkRepository(workspace) },
    { id: 'head', label: 'HEAD', run: () => checkHead(workspace) },
    { id: 'work-tree', label: 'Working tree', run: () => checkWorkTree(workspace) },
    { id: 'store', label: 'Store', run: () => checkStore(workspace) },
    { id: 'settings', label: 'Settings', run: () => checkSettings(workspace) },
  ];
  if (!board) return project;
  return [
    ...project,
    { id: 'board', label: 'Board file', run: () => checkBoardFile(board) },
    { id: 'build', label: 'Build', run: () => checkBuild(workspace, board) },
    { id: 'port', label: 'Port', run: () => checkPort(board, port) },
  ];
}
