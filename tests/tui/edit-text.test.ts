import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import { editText } from '../../tui/edit-text.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edit text '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function editor(script: string): string {
  const path = join(folder, 'editor.sh');
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `'${path}' --wait`;
}

function refusal(env: Readonly<Record<string, string>>): BenchError {
  try {
    editText('text\n', env);
  } catch (error) {
    if (error instanceof BenchError) return error;
  }
  throw new Error('was not refused');
}

describe('the editor', () => {
  it('gets the message with its arguments and gives back what was saved', () => {
    const command = editor('test "$1" = --wait || exit 9; echo added >> "$2"');
    expect(editText('text\n', { EDITOR: command })).toBe('text\nadded\n');
  });

  it('is looked up as git does it', () => {
    const good = editor('exit 0');
    expect(editText('t', { GIT_EDITOR: good, VISUAL: 'false', EDITOR: 'false' })).toBe('t');
    expect(editText('t', { VISUAL: good, EDITOR: 'false' })).toBe('t');
  });

  it('leaves the message alone when it fails or is missing', () => {
    expect(refusal({ EDITOR: 'false' })).toMatchObject({
      code: 'PROGRAM_FAILED',
      message: 'the editor false did not save the message',
      why: 'it ended with exit code 1',
    });
    expect(refusal({ EDITOR: join(folder, 'nope').replaceAll(' ', '\\ ') }).code).toBe(
      'PROGRAM_MISSING',
    );
  });
});
