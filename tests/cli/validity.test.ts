import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';
import { Timeline, UART, UART_HITS } from '../support/timeline.js';

const folder = tempFolders('otto-validity-');

function project(): Timeline {
  const timeline = new Timeline(folder()).init();
  timeline.write('src/uart.c', UART);
  timeline.commit('uart');
  timeline.cap({ 'src/uart.c': UART_HITS });
  return timeline;
}

const validity = (timeline: Timeline, ...args: string[]) =>
  runCli(['validity', ...args], { env: timeline.env(), cwd: join(timeline.sut, 'src') });

describe('validity', () => {
  it('finds the project from a folder inside it', async () => {
    const run = await validity(project(), '--today', '2026-03-01');
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toMatch(/^Evidence as of 2026-03-01T00:00:00Z\n✓ 9 lines valid\n/);
  });

  it('gives the same JSON with --json and --format json, and to a file', async () => {
    const timeline = project();
    const json = await validity(timeline, '--json', '--today', '2026-03-01');
    expect(JSON.parse(json.stdout)).toMatchObject({
      today: '2026-03-01T00:00:00Z',
      superseded: [],
      error: null,
      lost: [],
    });
    expect(await validity(timeline, '--format', 'json', '--today', '2026-03-01')).toEqual(json);
    const file = join(folder(), 'report.json');
    const quiet = await validity(timeline, '--json', '--today', '2026-03-01', '-o', file);
    expect(quiet).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(json.stdout);
  });

  it('exits 1 only for what --fail-on names', async () => {
    const timeline = project();
    expect((await validity(timeline, '--fail-on', 'stale,aging,unverifiable')).exitCode).toBe(0);
    timeline.sub('src/uart.c', 'int spin = 0;', 'int spin = 1;');
    expect((await validity(timeline)).exitCode).toBe(0);
    expect((await validity(timeline, '--fail-on', 'aging')).exitCode).toBe(0);
    const run = await validity(timeline, '--fail-on', 'stale');
    expect(run).toMatchObject({ exitCode: 1, stderr: 'failed: --fail-on stale\n' });
    expect(run.stdout).toContain('src/uart.c:10 · edited · now line 10');
  });

  it('refuses a store with malformed files, naming all of them', async () => {
    const timeline = project();
    timeline.write('.otto/coverage/manual/a.json', '{"schema": 1}');
    timeline.write('.otto/coverage/manual/b.json', '[]');
    const text = await validity(timeline);
    expect(text).toMatchObject({ exitCode: 4, stdout: '' });
    expect(text.stderr).toMatch(
      /^error\[MALFORMED_CAPTURE\]: .*2 files malformed \(a\.json, b\.json\)\n/,
    );
    const json = await validity(timeline, '--json');
    expect(json).toMatchObject({ exitCode: 4, stderr: '' });
    const { error, files } = JSON.parse(json.stdout);
    expect(files).toEqual({});
    expect(error.type).toBe('malformed-capture');
    expect(error.files.map(({ file }: { file: string }) => file)).toEqual(['a.json', 'b.json']);
  });

  it('refuses trees it cannot judge yet instead of judging another one', async () => {
    const run = await validity(project(), '--tree', 'HEAD~1');
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /^error\[USAGE\]: --tree HEAD~1 is not supported yet, only worktree\n/,
    );
  });

  it('does not pass in a place where there is nothing to check', async () => {
    const nowhere = await runCli(['--repo', '/nowhere', 'validity', '--fail-on', 'stale']);
    expect(nowhere).toEqual({
      exitCode: 4,
      stdout: '',
      stderr: 'error[NOT_A_REPOSITORY]: there is no folder /nowhere\n',
    });
    const outside = await runCli(['validity', '--fail-on', 'stale'], { cwd: folder() });
    expect(outside).toMatchObject({ exitCode: 4, stdout: '' });
    expect(outside.stderr).toMatch(/^error\[NOT_A_REPOSITORY\]/);
    const empty = new Timeline(folder()).init();
    const run = await runCli(['validity'], { env: empty.env(), cwd: empty.repo });
    expect(run).toMatchObject({
      exitCode: 0,
      stdout: 'No evidence in .otto/coverage/manual yet.\n',
    });
  });

  it('keeps its exit code when the reader goes away', async () => {
    const timeline = project();
    timeline.sub('src/uart.c', 'int spin = 0;', 'int spin = 1;');
    const run = await runCli(['validity', '--json', '--fail-on', 'stale'], {
      env: timeline.env(),
      cwd: timeline.sut,
      closeStdout: true,
    });
    expect(run.exitCode).toBe(1);
  });
});
