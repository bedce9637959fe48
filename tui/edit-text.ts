import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError } from '../src/base/bench-error.js';

const LARGEST_MESSAGE_BYTES = 1 << 20;

/**
 * Opens text in the user's editor on this terminal and gives what was saved. The editor is looked
 * up as git does it: GIT_EDITOR, VISUAL, EDITOR, else vi; it may hold arguments.
 * Errors: PROGRAM_FAILED, PROGRAM_MISSING, FILE_UNREADABLE.
 */
export function editText(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const editor = [env.GIT_EDITOR, env.VISUAL, env.EDITOR].find((name) => name) ?? 'vi';
  const folder = mkdtempSync(join(tmpdir(), 'otto-bench-'));
  const file = join(folder, 'COMMIT_EDITMSG');
  try {
    writeFileSync(file, text);
    // Through a shell, as git does: the setting is a command line, not a path.
    const child = spawnSync('/bin/sh', ['-c', `${editor} "$@"`, editor, file], {
      stdio: 'inherit',
    });
    if (child.error || child.status !== 0) throw failed(editor, child.status);
    const bytes = readFileSync(file);
    if (bytes.length > LARGEST_MESSAGE_BYTES) {
      throw new BenchError('FILE_UNREADABLE', 'the edited commit message is larger than 1 MB');
    }
    return bytes.toString('utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failed(editor: string, status: number | null): BenchError {
  const code = status === 127 ? 'PROGRAM_MISSING' : 'PROGRAM_FAILED';
  return new BenchError(code, `the editor ${editor} did not save the message`, {
    why: status === null ? 'it was ended by a signal' : `it ended with exit code ${status}`,
    hints: ['set EDITOR to an editor that is installed', 'the message is unchanged'],
  });
}
