import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { displayWidth } from '../../src/report/display-width.js';
import { builtProgram } from '../support/built-program.js';
import { openScreen, type PtyScreen, type ScreenOptions } from '../support/pty-harness.js';
import { simProject, type SimProject } from '../support/sim-project.js';

vi.setConfig({ testTimeout: 120_000 });

const MAIN = builtProgram();
const ENTER = '\r';
const ALL_PASSED = /([1-9]\d*) of \1 checks passed.*Enter next/s;
const PREFIX = '\u0014';
/** The alternate screen is left, then the cursor shown. */
const LEFT_CLEAN = '\u001b[?1049l\u001b[?25h';

let project: SimProject;
let screen: PtyScreen | undefined;
beforeEach(() => {
  project = simProject();
});
afterEach(async () => {
  await screen?.close();
  screen = undefined;
  project.remove();
});

function open(options: Partial<ScreenOptions> = {}, ...args: string[]): PtyScreen {
  screen = openScreen(process.execPath, [MAIN, ...args], {
    columns: 80,
    rows: 24,
    cwd: project.root,
    ...options,
  });
  return screen;
}

/** From Home to a connected board. */
async function connect(s: PtyScreen): Promise<void> {
  await s.waitFor('Choose a board');
  s.write('G');
  await s.waitFor(/› sim /);
  s.write(ENTER);
  await s.waitFor(ALL_PASSED);
  s.write(ENTER);
  await s.waitFor(/› sim: .*simulated.*Enter connect/s);
  s.write(ENTER);
  await s.waitFor(/the board shows its prompt.*Enter next/s);
  s.write(ENTER);
  await s.waitFor('Zero the counters');
}

/** From Zero to fetched counters. */
async function exercise(s: PtyScreen): Promise<void> {
  s.write('z');
  await s.waitFor(/counters are zero.*Enter next/s);
  s.write(ENTER);
  await s.waitFor('Enter send');
  s.write('x\r');
  await s.waitFor('ran');
  s.write(PREFIX);
  s.write('s');
  await s.waitFor('total  32/40');
  s.write(`${PREFIX}n`);
  await s.waitFor(/3 of 3 objects.*Enter next/s);
}

async function expectLeft(s: PtyScreen, exitCode: number): Promise<void> {
  const exit = await s.exit();
  expect(exit.exitCode).toBe(exitCode);
  expect(s.isAlternate()).toBe(false);
  expect(s.bytes()).toContain(LEFT_CLEAN);
}

describe('a whole session on the simulated board', () => {
  it.each([
    [80, 24],
    [50, 20],
    [120, 40],
  ])('ends in a commit of exactly the capture at %ix%i', async (columns, rows) => {
    const s = open({ columns, rows });
    await connect(s);
    await exercise(s);
    s.write(ENTER);
    await s.waitFor('src/session.c');
    s.write(ENTER);
    await s.waitFor('Save the capture');
    s.write('FW-212\t\t\tpump run on the bench');
    await s.waitFor('fw-212-sim.json');
    expect(s.lines().filter((line) => displayWidth(line) > columns)).toEqual([]);
    s.write('\u0013');
    await s.waitFor('Commit the evidence');
    expect(s.screen()).toContain('FW-212: bench evidence for simulated board');
    s.write(ENTER);
    await s.waitFor(/committed [0-9a-f]{7}/);
    s.write('q');
    await expectLeft(s, 0);
    expect(project.git('log', '--format=%s', '-1')).toBe(
      'FW-212: bench evidence for simulated board (Cortex-M3)\n',
    );
    expect(project.git('log', '--format=%(trailers:key=Ticket,valueonly)', '-1').trim()).toBe(
      'FW-212',
    );
    const changed = project.git('show', '--name-status', '--format=', 'HEAD').trim().split('\n');
    expect(changed).toEqual([
      expect.stringMatching(/^A\t\.otto\/coverage\/manual\/\d{8}T\d{6}Z-fw-212-sim\.json$/),
    ]);
    const path = changed[0]!.slice(2);
    const capture = JSON.parse(project.git('show', `HEAD:${path}`)) as Record<string, unknown>;
    expect(capture).toMatchObject({ schema: 2, ticket: 'FW-212', note: 'pump run on the bench' });
    expect(project.git('status', '--porcelain')).toBe('');
  });

  it('takes keys as fast as they come, and each once', async () => {
    const s = open({}, '--ascii');
    await s.waitFor('Choose a board');
    s.write(`G${ENTER}`);
    await s.waitFor(ALL_PASSED);
    s.write(`${ENTER}`);
    await s.waitFor('sim:');
    s.write(`${ENTER}${ENTER}${ENTER}`);
    await s.waitFor(/the board shows its prompt.*Enter next/s);
    s.write(ENTER);
    await s.waitFor('Zero the counters');
    s.write('zz');
    await s.waitFor(/counters are zero.*Enter next/s);
    s.write(ENTER);
    await s.waitFor('Enter send');
    s.write(`xx\u007f${ENTER}`);
    await s.waitFor('ran');
    s.write(`${PREFIX}n`);
    await s.waitFor(/3 of 3 objects.*Enter next/s);
    s.write(ENTER);
    await s.waitFor('[6 Review]');
    s.write(ENTER);
    await s.waitFor('Save the capture');
    s.write('FW-1\u0013\u0013');
    await s.waitFor('Commit the evidence');
    expect(s.screen()).not.toMatch(/[─│✓›]/);
    s.write(`${ENTER}`);
    await s.waitFor(/committed [0-9a-f]{7}/);
    expect(project.git('rev-list', '--count', 'HEAD').trim()).toBe('2');
  });

  it('follows the size of the terminal', async () => {
    const s = open();
    await connect(s);
    s.resize(50, 20);
    await s.waitFor('3/8 Zero');
    s.resize(40, 10);
    await s.waitFor('otto-bench needs 50x20,');
    s.resize(100, 30);
    await s.waitFor('[3 Zero]');
    expect(s.screen().match(/otto-bench/g)).toHaveLength(1);
    expect(s.screen().match(/Zero the counters/g)).toHaveLength(1);
  });

  it('edits the commit message in the editor and comes back', async () => {
    const editor = join(project.root, '..', 'editor.sh');
    writeFileSync(editor, '#!/bin/sh\necho "edited by hand" >> "$1"\n', { mode: 0o755 });
    const s = open({ env: { EDITOR: editor } });
    await connect(s);
    await exercise(s);
    s.write(ENTER);
    await s.waitFor('[6 Review]');
    s.write(ENTER);
    await s.waitFor('Save the capture');
    s.write('FW-3');
    await s.waitFor('fw-3-sim.json');
    s.write('\u0013');
    await s.waitFor('Commit the evidence');
    s.write('e');
    await s.waitFor('edited by hand');
    s.write(ENTER);
    await s.waitFor(/committed [0-9a-f]{7}/);
    expect(project.git('log', '-1', '--format=%B')).toContain('edited by hand');
  });
});

describe('leaving', () => {
  it('takes Ctrl+C twice, exits 130 and keeps the session', async () => {
    const s = open();
    await connect(s);
    s.write('z');
    await s.waitFor(/counters are zero.*Enter next/s);
    s.write('\u0003');
    await s.waitFor('Ctrl+C again quits, the session is kept');
    s.write('\u0003');
    await expectLeft(s, 130);
    await s.close();
    const again = open();
    await again.waitFor('Unfinished session found');
    expect(again.screen()).toContain('at zero');
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('restores the terminal on %s and exits %i', async (signal, exitCode) => {
    const s = open();
    await connect(s);
    process.kill(s.pid, signal);
    await expectLeft(s, exitCode);
  });

  it('offers the session again after kill -9, and goes on where it was', async () => {
    const s = open();
    await connect(s);
    await exercise(s);
    process.kill(s.pid, 'SIGKILL');
    await s.exited;
    await s.close();
    const again = open();
    await again.waitFor('Unfinished session found');
    await again.waitFor('safe to resume');
    again.write(ENTER);
    await again.waitFor('[5 Fetch]');
    await again.waitFor('3 of 3 objects');
    again.write(ENTER);
    await again.waitFor('32 of 40 lines hit');
    again.write('q');
    await again.waitFor('Leave?');
    again.write('y');
    await expectLeft(again, 0);
  });

  it('forgets a session that never reached a board', async () => {
    const s = open();
    await s.waitFor('Choose a board');
    s.write(`G${ENTER}`);
    await s.waitFor(ALL_PASSED);
    s.write('q');
    await expectLeft(s, 0);
    await s.close();
    const again = open();
    await again.waitFor('Choose a board');
    expect(again.screen()).not.toContain('Unfinished');
  });

  it('gives the shell a cooked terminal with a cursor, after suspending as well', async () => {
    const s = openScreen('/bin/bash', ['--norc', '-i'], {
      columns: 80,
      rows: 24,
      cwd: project.root,
      env: { PS1: 'shell> ' },
    });
    screen = s;
    await s.waitFor('shell>');
    s.write(`${process.execPath} ${MAIN}; echo left with $?\r`);
    await s.waitFor('Choose a board');
    s.write('\u001a');
    await s.waitFor('Stopped');
    expect(s.isAlternate()).toBe(false);
    s.write('stty -a\r');
    await s.waitFor(/ icanon.* echo /s);
    s.write('fg\r');
    await s.waitFor('Choose a board');
    expect(s.isAlternate()).toBe(true);
    s.write('q');
    await s.waitFor(/left with|shell> $/);
    s.write('clear; stty -a\r');
    await s.waitFor(/ icanon.* echo /s);
    expect(s.isAlternate()).toBe(false);
  });
});

describe('where the wizard cannot run', () => {
  it('exits 2 with help where CI is set', async () => {
    const s = open({ env: { CI: 'true' } });
    expect((await s.exit()).exitCode).toBe(2);
    expect(s.bytes()).toContain('NOT_A_TTY');
    expect(s.bytes()).not.toContain('\u001b[?1049h');
  });

  it('exits 2 with help in a pipe', () => {
    const child = spawnSync(process.execPath, [MAIN], {
      cwd: project.root,
      encoding: 'utf8',
      input: 'q',
      env: { PATH: process.env['PATH'] },
    });
    expect(child.status).toBe(2);
    expect(child.stdout).toBe('');
    expect(child.stderr).toContain('error[NOT_A_TTY]: the guided session needs a terminal');
    expect(child.stderr).toContain('Usage: otto-bench');
  });

  it('exits 2 on a terminal without a size and says what to do', async () => {
    const command = `stty cols 0 rows 0; exec ${process.execPath} ${MAIN}`;
    const s = openScreen('/bin/sh', ['-c', command], { columns: 80, rows: 24, cwd: project.root });
    screen = s;
    expect((await s.exit()).exitCode).toBe(2);
    expect(s.bytes()).toContain('stty cols 80 rows 24');
  });

  it('uses colours, and none with NO_COLOR', async () => {
    // eslint-disable-next-line no-control-regex
    const colour = /\u001b\[3[0-7]m/;
    const s = open();
    await s.waitFor('Choose a board');
    expect(s.bytes()).toMatch(colour);
    await s.close();
    const plain = open({ env: { NO_COLOR: '1' } });
    await plain.waitFor('Choose a board');
    expect(plain.bytes()).not.toMatch(colour);
  });

  it.each([
    ['TERM=dumb', { TERM: 'dumb' }],
    ['a screen reader', { INK_SCREEN_READER: 'true' }],
  ])('says everything in lines for %s', async (_name, env) => {
    const s = open({ env });
    await s.waitFor('1. qemu-mps2-an385');
    s.write('2\r');
    await s.waitFor('-- step 1 of 8, preflight, board sim --');
    await s.waitFor(ALL_PASSED);
    s.write('\r');
    await s.waitFor('-- step 2 of 8, connect, board sim --');
    s.write('q\r');
    expect((await s.exit()).exitCode).toBe(0);
    expect(s.bytes()).not.toContain('\u001b[');
    expect(s.bytes()).not.toMatch(/[─│✓]/);
  });
});
