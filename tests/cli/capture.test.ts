import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firmwareRepository } from '../support/firmware-repository.js';
import { FIRMWARE } from '../support/firmware.js';
import { runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';
import { SPI, SPI_HITS, Timeline, UART, UART_HITS } from '../support/timeline.js';

const folder = tempFolders('otto-capture-');
const STORE = '.otto/coverage/manual';

/** A repository with one source and a tracefile for it. */
function uartProject(): { timeline: Timeline; info: string } {
  const timeline = new Timeline(folder()).init();
  timeline.write('src/uart.c', UART);
  timeline.commit('uart');
  return { timeline, info: timeline.info([{ path: 'src/uart.c', lines: UART_HITS }]) };
}

const capture = (timeline: Timeline, ...args: string[]) =>
  runCli(['--repo', timeline.sut, 'capture', ...args], { env: timeline.env() });

describe('capture --from', () => {
  it('writes the evidence file, names it on stdout and says what it is worth', async () => {
    const { timeline, info } = uartProject();
    const run = await capture(
      timeline,
      '--from',
      info,
      '--board',
      'bench-1',
      '--ticket',
      'FW-7',
      '--lab',
      'lab1',
      '--note',
      'by hand',
      '--now',
      '2026-02-01T10:00:00Z',
    );
    const file = `${STORE}/20260201T100000Z-fw-7-bench-1.json`;
    expect(run).toEqual({
      exitCode: 0,
      stdout: `${file}\n`,
      stderr: 'Valid now  New  File\n9/9        +9   src/uart.c\n',
    });
    const text = readFileSync(join(timeline.sut, file), 'utf8');
    expect(text).toMatch(/^\{\n {2}"schema": 2,\n {2}"tier": "manual",\n/);
    expect(JSON.parse(text)).toMatchObject({
      ticket: 'FW-7',
      note: 'by hand',
      labs: ['lab1'],
      board: 'bench-1',
      tester: null,
      display_name: null,
    });
  });

  it('leaves a source out whose counters contradict each other, and its exit code says so', async () => {
    const { timeline, info } = uartProject();
    timeline.write('src/graph.c', 'int line;\n'.repeat(400));
    timeline.commit('graph');
    const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'gcov', 'gcc12-big-single');
    const torn = ['--from', join(folder, 'graph.gcda'), '--board', 'b', '--ticket', 'T'];
    const nothing = await capture(timeline, ...torn);
    expect([nothing.exitCode, nothing.stdout]).toEqual([3, '']);
    expect(nothing.stderr).toContain(
      'error[DAMAGED_DUMP]: there is nothing to record: counters contradict each other\n',
    );
    const rest = await capture(timeline, ...torn, '--from', info);
    expect(rest.exitCode).toBe(3);
    expect(rest.stderr).toMatch(
      /src\/graph\.c: not recorded: its counters contradict each other, line \d+ has the count -\d+: they were read while they changed, or are damaged\n/,
    );
    const written = JSON.parse(readFileSync(join(timeline.sut, rest.stdout.trim()), 'utf8'));
    expect(Object.keys(written.files)).toEqual(['src/uart.c']);
    expect((await capture(timeline, ...torn, '--from', info, '--partial')).exitCode).toBe(0);
  });

  it('refuses a missing ticket before anything is read', async () => {
    const { timeline } = uartProject();
    const run = await capture(timeline, '--from', '/nowhere.info', '--board', 'bench-1');
    expect(run).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error[USAGE]: evidence made by hand needs its ticket: --ticket TICKET\n  nothing was fetched; the board is as it was\nhint: --ticket "" records the evidence without a ticket\n',
    });
  });

  it('records null for an explicitly empty ticket', async () => {
    const { timeline, info } = uartProject();
    const run = await capture(
      timeline,
      '--from',
      info,
      '--board',
      'b',
      '--ticket',
      '',
      '--now',
      '2026-02-01T10:00:00Z',
    );
    expect(run.stdout).toBe(`${STORE}/20260201T100000Z-no-ticket-b.json\n`);
    expect(readFileSync(join(timeline.sut, run.stdout.trim()), 'utf8')).toContain('"ticket": null');
  });

  it('takes the tester from git, and from flags before that', async () => {
    const { timeline, info } = uartProject();
    timeline.git('config', 'user.name', 'Ana Ruiz');
    timeline.git('config', 'user.email', 'ana@example.com');
    const testerOf = async (...flags: string[]): Promise<unknown> => {
      const run = await capture(
        timeline,
        '--from',
        info,
        '--board',
        'b',
        '--ticket',
        'T',
        '--dry-run',
        '--json',
        ...flags,
      );
      return JSON.parse(run.stdout).capture.tester;
    };
    expect(await testerOf()).toEqual({ name: 'Ana Ruiz', email: 'ana@example.com' });
    expect(await testerOf('--tester-name', 'Bo')).toEqual({ name: 'Bo', email: 'ana@example.com' });
    timeline.git('config', '--unset', 'user.email');
    expect(await testerOf()).toEqual({ name: 'Ana Ruiz' });
  });

  it('knows the tiers of the settings', async () => {
    const { timeline, info } = uartProject();
    timeline.settings('[coverage.tiers.hil]\nkind = "e2e"\nprecedence = 1\n');
    const hil = await capture(
      timeline,
      '--from',
      info,
      '--board',
      'b',
      '--tier',
      'hil',
      '--dry-run',
      '--json',
    );
    expect(JSON.parse(hil.stdout).capture).toMatchObject({
      tier: 'hil',
      ticket: null,
      tester: null,
    });
    const unknown = await capture(
      timeline,
      '--from',
      info,
      '--board',
      'b',
      '--tier',
      'hli',
      '--ticket',
      'T',
    );
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toMatch(
      /^error\[USAGE\]: there is no tier "hli"\n {2}tiers are: manual, hil\n/,
    );
  });

  it('writes nothing with --dry-run and shows name and bytes', async () => {
    const { timeline, info } = uartProject();
    const run = await capture(
      timeline,
      '--from',
      info,
      '--board',
      'b',
      '--ticket',
      'T',
      '--now',
      '2026-02-01T10:00:00Z',
      '--dry-run',
    );
    expect(run.exitCode).toBe(0);
    const [name, ...text] = run.stdout.split('\n');
    expect(name).toBe(`${STORE}/20260201T100000Z-t-b.json`);
    expect(JSON.parse(text.join('\n'))).toMatchObject({ schema: 2, ticket: 'T' });
    expect(existsSync(join(timeline.sut, '.otto'))).toBe(false);
  });

  it('has nothing to record when no source is a committed file: exit 1', async () => {
    const { timeline } = uartProject();
    const info = timeline.info([{ path: '/elsewhere/x.c', lines: { 1: 1 } }]);
    const run = await capture(timeline, '--from', info, '--board', 'b', '--ticket', 'T');
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /^error\[NOTHING_TO_RECORD\]: there is nothing to record\n {2}\/elsewhere\/x\.c: not recorded: /,
    );
    expect(existsSync(join(timeline.sut, '.otto'))).toBe(false);
  });

  it('announces whose evidence it replaces, and which label keeps both', async () => {
    const timeline = new Timeline(folder()).init();
    timeline.write('src/uart.c', UART);
    timeline.write('src/spi.c', SPI);
    timeline.commit('both');
    timeline.cap({ 'src/spi.c': SPI_HITS }, { board: 'bench-1', ticket: 'FW-1' });
    const info = timeline.info([{ path: 'src/uart.c', lines: UART_HITS }]);
    const run = await capture(timeline, '--from', info, '--board', 'bench-1', '--ticket', 'FW-2');
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain(
      'warning: replaces 20260201T100000Z-fw-1-bench-1.json of FW-1: 6 executed lines in 1 file would be proved by nothing else\nhint: --label "bench-1 · FW-2" keeps both\n',
    );
  });

  it('commits exactly its own file with ticket and trailers', async () => {
    const { timeline, info } = uartProject();
    timeline.git('config', 'user.name', 'Ana');
    timeline.git('config', 'user.email', 'ana@example.com');
    timeline.write('other.txt', 'mine\n');
    timeline.git('add', 'other.txt');
    const run = await capture(
      timeline,
      '--from',
      info,
      '--board',
      'bench-1',
      '--ticket',
      'FW-7',
      '--now',
      '2026-02-01T10:00:00Z',
      '--commit',
    );
    expect(run.exitCode).toBe(0);
    expect(timeline.git('show', '--format=', '--name-only', 'HEAD')).toBe(run.stdout.trim());
    expect(timeline.git('diff', '--cached', '--name-only')).toBe('other.txt');
    expect(timeline.git('log', '-1', '--format=%B')).toMatch(
      /^FW-7: bench evidence for bench-1\n\n9 lines hit in 1 file, 9 new to the store\.\n\nTicket: FW-7\nBoard: bench-1\nAnchor: [0-9a-f]{7}\nRaw-Dump: sha256:[0-9a-f]{64}$/,
    );
  });

  it('refuses to add to a store it cannot read', async () => {
    const { timeline, info } = uartProject();
    timeline.write(`${STORE}/x.json`, '{}');
    const run = await capture(timeline, '--from', info, '--board', 'b', '--ticket', 'T', '--json');
    expect(run.exitCode).toBe(4);
    expect(JSON.parse(run.stdout).error).toMatchObject({
      type: 'malformed-capture',
      code: 'MALFORMED_CAPTURE',
      files: [{ file: 'x.json' }],
    });
    expect(readdirSync(join(timeline.sut, STORE))).toEqual(['x.json']);
  });

  it('says what is wrong with the repository: exit 4', async () => {
    const none = await runCli(['capture', '--from', 'x', '--board', 'b', '--ticket', 'T'], {
      cwd: folder(),
    });
    expect(none.exitCode).toBe(4);
    expect(none.stderr).toMatch(/^error\[NOT_A_REPOSITORY\]/);
    const unborn = new Timeline(folder()).init();
    const run = await capture(unborn, '--from', 'x', '--board', 'b', '--ticket', 'T');
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toMatch(/^error\[NO_COMMIT_YET\]/);
  });

  it('maps the paths of the build machine, found or said', async () => {
    const timeline = firmwareRepository(folder());
    const own = join(FIRMWARE, 'out', 'own');
    const from = [
      '--from',
      join(FIRMWARE, 'logs', 'n.log'),
      '--notes',
      own,
      '--board',
      'b',
      '--ticket',
      'T',
    ];
    const found = await capture(timeline, ...from, '--dry-run', '--json');
    expect(Object.keys(JSON.parse(found.stdout).capture.files)).toEqual([
      'src/filter.c',
      'src/session.c',
      'src/valve.c',
    ]);
    const said = await capture(
      timeline,
      ...from,
      '--dry-run',
      '--json',
      '--path-map',
      '/home/bench/pump-board=nowhere',
    );
    expect(said.exitCode).toBe(1);
  });
});

describe('capture from the simulated board', () => {
  it('fetches, records, and leaves a finished session with the raw bytes', async () => {
    const timeline = firmwareRepository(folder());
    const run = await capture(timeline, '--board', 'sim', '--ticket', 'FW-9', '--commit');
    expect(run.exitCode).toBe(0);
    expect(timeline.git('show', '--format=', '--name-only', 'HEAD')).toBe(run.stdout.trim());
    expect(timeline.git('log', '-1', '--format=%B')).toMatch(
      /\nTicket: FW-9\nBoard: sim\nAnchor: [0-9a-f]{7}\nRaw-Dump: sha256:[0-9a-f]{64}\nBuild: sha256:[0-9a-f]{64}\n(Forced: build\n)?Zeroed: no$/,
    );
    const sessions = await runCli(['--repo', timeline.sut, 'sessions', '--json'], {
      env: timeline.env(),
    });
    expect(JSON.parse(sessions.stdout).sessions).toMatchObject([
      { board: 'sim', ticket: 'FW-9', step: 'done', saved_objects: 3 },
    ]);
  });

  it('gives the same counts from console and memory', async () => {
    const timeline = firmwareRepository(folder());
    const filesVia = async (way: string): Promise<unknown> => {
      const run = await capture(
        timeline,
        '--board',
        'sim',
        '--ticket',
        'T',
        '--via',
        way,
        '--dry-run',
        '--json',
      );
      expect(run.exitCode).toBe(0);
      return JSON.parse(run.stdout).capture.files;
    };
    expect(await filesVia('memory')).toEqual(await filesVia('console'));
  });

  it('keeps no session of a dry run', async () => {
    const timeline = firmwareRepository(folder());
    await capture(timeline, '--board', 'sim', '--ticket', 'T', '--dry-run');
    const sessions = await runCli(['--repo', timeline.sut, 'sessions', '--json'], {
      env: timeline.env(),
    });
    expect(JSON.parse(sessions.stdout)).toEqual({ sessions: [] });
  });

  it('lets a saved capture be committed later with what the session knew', async () => {
    const timeline = firmwareRepository(folder());
    const run = await capture(timeline, '--board', 'sim', '--ticket', 'FW-9');
    const env = timeline.env();
    const plan = await runCli(['--repo', timeline.sut, 'commit', '--dry-run', '--json'], { env });
    expect(JSON.parse(plan.stdout)).toMatchObject({ commit: null, paths: [run.stdout.trim()] });
    expect(JSON.parse(plan.stdout).message).toContain('\nRaw-Dump: sha256:');
    const done = await runCli(['--repo', timeline.sut, 'commit'], { env });
    expect(done.exitCode).toBe(0);
    expect(done.stdout.trim()).toBe(timeline.head());
    const again = await runCli(['--repo', timeline.sut, 'commit'], { env });
    expect(again).toMatchObject({ exitCode: 1, stdout: '' });
    expect(again.stderr).toBe(
      'error[NOTHING_TO_RECORD]: every capture of the store is committed already\n',
    );
  });
});
