import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'vitest';

/**
 * `describe` for tests that drive real programs: `onlyWith('socat', 'tmux')('name', () => ...)`.
 * Skips when one is not installed; with CI set, where everything has to run, fails instead.
 */
export function onlyWith(...tools: readonly string[]): (name: string, body: () => void) => void {
  const missing = tools.filter((tool) => !isOnPath(tool));
  return (name, body) => {
    if (missing.length === 0) describe(name, body);
    else if (!process.env['CI']) describe.skip(`${name} (needs ${missing.join(', ')})`, body);
    else {
      describe(name, () => {
        it(`runs in CI, which needs ${missing.join(', ')} installed`, () => {
          throw new Error(`not on PATH: ${missing.join(', ')}`);
        });
      });
    }
  };
}

function isOnPath(tool: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, tool), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
