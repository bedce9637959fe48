import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIRMWARE } from '../support/firmware.js';
import { onlyWith } from '../support/real-tools.js';
import { PROGRAM } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-output-');
const own = join(FIRMWARE, 'out', 'own');
const decode = `'${process.execPath}' '${PROGRAM}' decode '${own}/want' --notes '${own}' --format json`;

function bash(script: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('bash', ['-c', script], { encoding: 'utf8' });
}

onlyWith('bash')('standard output', () => {
  it('is refused when the disk is full from the first byte', () => {
    // The device stands for a full disk; not every system has it.
    if (!existsSync('/dev/full')) return;
    expect(bash(`${decode} > /dev/full`)).toEqual(
      expect.objectContaining({
        status: 2,
        stderr:
          'error[FILE_UNWRITABLE]: cannot write standard output\n' +
          '  ENOSPC: no space left on device, write\n' +
          'hint: what is there of it is not whole\n',
      }),
    );
  });

  it('is refused when only its beginning could be written', () => {
    const file = join(folder(), 'counts.json');
    const whole = bash(decode).stdout;
    // A limit in kilobytes behaves as a disk that fills up on the way.
    expect(whole.length).toBeGreaterThan(1024);
    const { status, stderr } = bash(`trap '' XFSZ; ulimit -f 1; ${decode} > '${file}'`);
    expect(statSync(file).size).toBe(1024);
    expect(stderr).toBe(
      'error[FILE_UNWRITABLE]: cannot write standard output\n' +
        '  EFBIG: file too large, write\n' +
        'hint: what is there of it is not whole\n',
    );
    expect(status).toBe(2);
  });

  it('says on standard error what it cannot answer, also to scripts', () => {
    if (!existsSync('/dev/full')) return;
    for (const args of ['--json decode /nowhere', '--help']) {
      const run = bash(`'${process.execPath}' '${PROGRAM}' ${args} > /dev/full`);
      expect(run.stderr).toContain('error[FILE_UNWRITABLE]: cannot write standard output\n');
      expect(run.status).toBe(2);
    }
  });
});

describe('a file as standard output', () => {
  it('gets the same as a pipe, behind what is in it', () => {
    const file = join(folder(), 'counts.json');
    const { status } = bash(`echo before > '${file}'; ${decode} >> '${file}'`);
    expect(status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(`before\n${bash(decode).stdout}`);
  });
});
