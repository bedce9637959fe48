import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The built command line, `dist/src/cli/main.js`; built first when it is not there. */
export function builtProgram(): string {
  const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
  if (!existsSync(main) || !statSync(main).isFile()) {
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  }
  return main;
}
