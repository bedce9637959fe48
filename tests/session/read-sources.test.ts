import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../src/session/read-sources.js';

const LOG = fileURLToPath(new URL('../../fixtures/firmware/logs/n.log', import.meta.url));

describe('readSources', () => {
  it('takes a file once that is named twice, also through a link', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'otto-sources-'));
    const log = join(folder, 'n.log');
    copyFileSync(LOG, log);
    symlinkSync(log, join(folder, 'again.log'));
    const { objects } = await readSources([log, log, join(folder, 'again.log')], null);
    expect(objects).toHaveLength(3);
  });

  it('refuses a pipe at once instead of waiting for a writer', async () => {
    const pipe = join(mkdtempSync(join(tmpdir(), 'otto-sources-')), 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(readSources([pipe], null)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: `${pipe} is not a regular file`,
    });
  });
});
