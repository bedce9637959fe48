import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIRMWARE } from '../support/firmware.js';
import { onlyWith } from '../support/real-tools.js';
import { PROGRAM, runCli, type CliRun } from '../support/run-cli.js';

const own = join(FIRMWARE, 'out', 'own');
const log = join(FIRMWARE, 'logs', 'n.log');

function bash(script: string): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}

onlyWith('bash')('decode of what a shell pipes', () => {
  const decode = `'${process.execPath}' '${PROGRAM}' decode --notes '${own}'`;

  it.each([
    ['standard input', `cat '${log}' | ${decode} -`],
    ['standard input by its path', `${decode} /dev/stdin < '${log}'`],
    ['a process substitution', `${decode} <(cat '${log}')`],
    [
      'a data file in a substitution, with others',
      `${decode} <(cat '${own}/want/valve.gcda') '${own}/want'`,
    ],
  ])('reads %s', async (_, script) => {
    const expected = await runCli(['decode', log, '--notes', own]);
    expect(await bash(script)).toMatchObject({ exitCode: 0, stdout: expected.stdout });
  });

  it('says what an empty pipe is', async () => {
    const run = await bash(`${decode} <(true)`);
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toMatch(
      /^error\[NO_DUMP_FOUND\]: \/dev\/fd\/\d+ holds no coverage dump\n {2}it is empty\n/,
    );
  });
});

it('says that it waits, and ends when it is interrupted', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'decode', '-', '--notes', own]);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    if (stderr.includes('waiting')) child.kill('SIGINT');
  });
  const exitCode = await new Promise((resolve) => child.on('close', resolve));
  expect(exitCode).toBe(130);
  expect(stderr).toMatch(/^waiting for data from standard input\n/);
});
