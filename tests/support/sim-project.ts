import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../boards/sim/src', import.meta.url));

/** A repository that holds the firmware of the simulated board. */
export interface SimProject {
  readonly root: string;
  git(...args: string[]): string;
  remove(): void;
}

/** Makes the repository in a temporary folder, everything committed. */
export function simProject(): SimProject {
  const root = join(mkdtempSync(join(tmpdir(), 'otto-sim-')), 'pump');
  mkdirSync(root);
  cpSync(SOURCES, join(root, 'src'), { recursive: true });
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ana Ruiz', '-c', 'user.email=ana@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_SYSTEM: '/dev/null',
      },
    });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'Add the pump firmware');
  return { root, git, remove: () => rmSync(join(root, '..'), { recursive: true, force: true }) };
}
