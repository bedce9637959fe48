import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
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
  // Older than the ELF, as after a build; a checkout gives files any time.
  const before = new Date('2020-01-01T00:00:00Z');
  for (const name of readdirSync(join(root, 'src')))
    utimesSync(join(root, 'src', name), before, before);
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
