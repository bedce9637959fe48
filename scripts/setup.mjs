// Makes a fresh clone ready: installs when node_modules does not match the lock file, builds when
// a source is newer than the last build. Uses node's own modules only, since nothing else may be
// there yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const quiet = process.argv.includes('--quiet');

/** Says what is going on, on stderr so that piped output stays clean. */
function say(text) {
  process.stderr.write(`otto-bench: ${text}\n`);
}

/** Runs one command in the checkout; its output is shown only when it fails (or when not quiet). */
function run(command, args) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
    say(`${command} ${args.join(' ')} failed`);
    process.exit(2);
  }
}

/** The newest modification time below a folder, in milliseconds. */
function newestMs(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestMs(path) : statSync(path).mtimeMs);
  }
  return newest;
}

const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installStamp = join(root, 'node_modules', '.otto-bench-install');
const installed = existsSync(installStamp) && readFileSync(installStamp, 'utf8') === lockHash;
if (!installed) {
  say('installing packages (npm ci) ...');
  run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(installStamp, lockHash);
}

const entry = join(root, 'dist', 'src', 'cli', 'main.js');
const sourcesMs = Math.max(
  ...['src', 'tui'].map((folder) => newestMs(join(root, folder))),
  ...['package.json', 'tsconfig.json', 'scripts/bundle.mjs'].map(
    (name) => statSync(join(root, name)).mtimeMs,
  ),
);
if (!existsSync(entry) || statSync(entry).mtimeMs < sourcesMs) {
  if (!quiet || !existsSync(entry)) say('building ...');
  run('npm', ['run', '--silent', 'build']);
}
