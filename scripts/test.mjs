// Runs the tests and says in one line which real tools are missing and what was not run for that.
// With CI set a missing tool is a failure: there everything has to run.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REAL_TOOLS } from './real-tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** True when an executable of that name is in one of the folders of PATH. */
function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const missing = Object.entries(REAL_TOOLS).filter(([tool]) => !isOnPath(tool));
if (missing.length > 0) {
  const list = missing.map(([tool, what]) => `${tool} (${what})`).join(', ');
  process.stderr.write(`otto-bench: not installed, so not run: ${list}\n`);
  if (process.env.CI) {
    process.stderr.write('otto-bench: CI is set, where every real-tool test must run\n');
    process.exit(1);
  }
}
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const result = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(result.status ?? 1);
