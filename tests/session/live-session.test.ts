import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import type { BenchSession, SessionDesk } from '../../src/session/bench-session.js';
import { allSessions, openDesk } from '../../src/session/session-desk.js';
import { findSavedBy } from '../../src/session/saved-trailers.js';
import { openWorkspace, type Workspace } from '../../src/session/workspace.js';
import { firmwareRepository } from '../support/firmware-repository.js';
import { tempFolders } from '../support/temp-folder.js';
import type { Timeline } from '../support/timeline.js';
import { until } from '../support/until.js';

const folder = tempFolders('otto-session-');
let timeline: Timeline;
let boardName: string;
let serial = 0;

/** A board of its own in the repository: simulated boards of one name share their counters. */
function writeBoard(extra = ''): void {
  serial += 1;
  boardName = `pump${serial}`;
  const boards = join(timeline.repo, '.otto', 'bench', 'boards');
  mkdirSync(boards, { recursive: true });
  writeFileSync(
    join(boards, `${boardName}.toml`),
    `display_name = "Pump"\nlabs = ["bench-2"]\nticket = "FW-[0-9]+"\n[console]\nport = "sim:${boardName}"\nbaud = 1000000\nprompt = "rig> "\n[dump]\ncommand = "n"\n[zero]\ncommand = "r"\n[image]\nelf = "package:boards/sim/rig.elf"\n[build]\nnotes = ["package:boards/sim"]\n${extra}`,
  );
  timeline.commit('Board file');
}

/** Changes the board file and commits it. */
function rewriteBoard(change: (text: string) => string): void {
  const path = join(timeline.repo, '.otto/bench/boards', `${boardName}.toml`);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  timeline.commit('Other board');
}

function workspace(): Promise<Workspace> {
  return openWorkspace({ cwd: timeline.sut, repo: timeline.sut, env: timeline.env() });
}

async function desk(): Promise<SessionDesk> {
  return openDesk({ workspace: await workspace(), clock: systemClock });
}

/** As if the process that has the session open had been killed. */
function abandon(session: BenchSession): void {
  const path = join(timeline.repo, '.git/otto-bench', session.state().id, 'lock');
  const lock: unknown = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...(lock as object), began: '1' }));
}

/** Through preflight to an open link. */
async function connected(session: BenchSession): Promise<void> {
  expect(await session.preflight()).toBe(true);
  if (session.state().checks.some(({ grade }) => grade === 'warning')) session.forceWarnings();
  expect(await session.goTo('connect')).toBe(true);
  expect(await session.connect()).toBe(true);
}

async function fetched(session: BenchSession): Promise<void> {
  await connected(session);
  for (const step of ['zero', 'exercise', 'fetch'] as const) {
    expect(await session.goTo(step)).toBe(true);
    if (step === 'zero') expect(await session.zero()).toBe(true);
    if (step === 'exercise') expect(await session.sendLine('x')).toBe(true);
  }
  expect(await session.fetch()).toBe(true);
}

beforeEach(() => {
  timeline = firmwareRepository(folder());
  writeBoard();
});

describe('a bench session on the simulated board', () => {
  it('goes from preflight to the commit', async () => {
    const session = await (await desk()).start(boardName);
    expect(session.state()).toMatchObject({
      step: 'preflight',
      board: boardName,
      displayName: 'Pump',
      canZero: true,
      form: { testerName: 'Ana Ruiz', labs: 'bench-2', label: 'Pump' },
    });
    await fetched(session);
    expect(session.state()).toMatchObject({
      link: 'up',
      isZeroed: true,
      zeroResult: ['counters zeroed', 'read back: 3 objects, every counter is zero'],
      coverage: { hitLines: 32, totalLines: 40, newLines: 32 },
    });
    expect(session.state().coverage?.files.map(({ path, isKept }) => [path, isKept])).toEqual([
      ['src/filter.c', true],
      ['src/session.c', true],
      ['src/valve.c', true],
    ]);

    expect(await session.goTo('review')).toBe(true);
    session.toggleKeep('src/session.c');
    expect(await session.goTo('save')).toBe(true);
    expect(await session.preview()).toBe(true);
    expect(session.state().preview).toMatchObject({
      hitLines: 16,
      newLines: 16,
      problems: { ticket: 'needed: which ticket is this for?' },
    });
    expect(await session.save()).toBe(false);
    session.setForm({ ticket: 'nonsense' });
    expect(session.state().preview?.problems).toEqual({
      ticket: 'ticket "nonsense" does not match FW-[0-9]+ of the board file',
    });
    session.setForm({ ticket: 'FW-3', note: 'by hand' });
    expect(await session.preview()).toBe(true);
    expect(session.state().preview).toMatchObject({
      problems: {},
      rows: [
        { path: 'src/filter.c', validLines: 8, executedLines: 8, text: 'valid' },
        { path: 'src/valve.c', validLines: 8, executedLines: 8, text: 'valid' },
      ],
    });
    expect(await session.save()).toBe(true);
    const file = session.state().savedFile ?? '';
    expect(Object.keys(JSON.parse(readFileSync(join(timeline.repo, file), 'utf8')).files)).toEqual([
      'src/filter.c',
      'src/valve.c',
    ]);

    expect(await session.goTo('commit')).toBe(true);
    expect(session.state().commitPlan).toMatchObject({ paths: [file], foreignStaged: [] });
    expect(await session.commit()).toBe(true);
    expect(session.state()).toMatchObject({ step: 'done', commitId: timeline.head() });
    expect(timeline.git('show', '--format=', '--name-only', 'HEAD')).toBe(file);
    await session.close();
    expect(await (await desk()).list()).toEqual([]);
  });

  it('shows sources as they are at HEAD', async () => {
    const session = await (await desk()).start(boardName);
    timeline.write('src/valve.c', 'edited\n');
    expect((await session.sourceLines('src/valve.c'))[0]).toMatch(/^\/\* Instrumented unit 1/);
    expect(await session.sourceLines('src/none.c')).toEqual([]);
    await session.close();
  });

  it('holds steps shut until what they need is there', async () => {
    const session = await (await desk()).start(boardName);
    expect(await session.goTo('fetch')).toBe(false);
    expect(session.state().message).toBe('connect to the board first');
    expect(await session.fetch()).toBe(false);
    expect(session.state().error).toMatchObject({ code: 'LINK_LOST' });
    session.clearError();
    expect(session.state().error).toBe(null);
    await session.close();
  });

  it('replaces its own uncommitted file when it saves again', async () => {
    const session = await (await desk()).start(boardName);
    await fetched(session);
    session.setForm({ ticket: 'FW-1' });
    expect(await session.save()).toBe(true);
    const first = session.state().savedFile ?? '';
    session.setForm({ ticket: 'FW-2' });
    expect(await session.save()).toBe(true);
    expect(existsSync(join(timeline.repo, first))).toBe(false);
    expect(readdirSync(join(timeline.repo, '.otto/coverage/manual'))).toHaveLength(1);
    await session.close();
  });

  it('marks counts that were kept, and warnings that were forced', async () => {
    writeFileSync(
      join(timeline.repo, 'src', 'app.h'),
      readFileSync(join(timeline.repo, 'src', 'app.h'), 'utf8') + '\n',
    );
    const session = await (await desk()).start(boardName);
    await connected(session);
    session.keepCounts();
    expect(await session.fetch()).toBe(true);
    session.setForm({ ticket: 'FW-1' });
    expect(await session.save()).toBe(true);
    expect(session.state().commitPlan?.message).toMatch(
      /\nForced: work-tree(, build)?\nZeroed: no\n$/,
    );
    await session.close();
  });

  it('keeps ticked what nobody else would prove once it has replaced its forerunner', async () => {
    const first = await (await desk()).start(boardName);
    await fetched(first);
    first.setForm({ ticket: 'FW-1' });
    expect(await first.save()).toBe(true);
    expect(await first.commit()).toBe(true);
    await first.close();
    const second = await (await desk()).start(boardName);
    await fetched(second);
    expect(second.state().coverage).toMatchObject({ newLines: 0 });
    expect(second.state().coverage?.files.map(({ isKept, remark }) => [isKept, remark])).toEqual(
      Array.from({ length: 3 }, () => [true, 'renews older evidence']),
    );
    await second.close();
  });

  it('stops a fetch when asked, and fetches again afterwards', async () => {
    rewriteBoard((text) => text.replace('baud = 1000000', 'baud = 20000'));
    const session = await (await desk()).start(boardName);
    await connected(session);
    const running = session.fetch();
    await until(() => (session.state().fetch?.receivedBytes ?? 0) > 100);
    expect(session.cancel()).toBe(true);
    expect(await running).toBe(false);
    expect(session.state()).toMatchObject({
      busy: null,
      error: null,
      message: 'stopped',
      coverage: null,
    });
    expect(session.cancel()).toBe(false);
    await session.close();
  });

  it('leaves nothing on disk when nothing happened', async () => {
    const session = await (await desk()).start(boardName);
    await connected(session);
    await session.close();
    expect(await (await desk()).list()).toEqual([]);
    expect(readdirSync(join(timeline.repo, '.git', 'otto-bench'))).toEqual([]);
  });

  it('shows the console without the rows of dumps, and keeps every byte in its log', async () => {
    const session = await (await desk()).start(boardName);
    let shown = '';
    session.onConsole(({ bytes }) => (shown += Buffer.from(bytes).toString('latin1')));
    await fetched(session);
    expect(shown).toContain('ran\r\n');
    expect(shown).not.toContain('Emitting');
    const { id, receivedBytes } = session.state();
    await session.close();
    const log = readFileSync(join(timeline.repo, '.git', 'otto-bench', id, 'console.log'));
    expect(log.length).toBe(receivedBytes);
    expect(log.toString('latin1')).toContain('Emitting 204 bytes');
  });

  it('says that it is busy instead of doing two things at once', async () => {
    const session = await (await desk()).start(boardName);
    const checking = session.preflight();
    expect(await session.listPorts()).toBe(false);
    expect(session.state().message).toBe('still busy: checking');
    expect(await checking).toBe(true);
    await session.close();
  });
});

describe('a session that was cut off', () => {
  it('goes on with what it had fetched', async () => {
    const before = await (await desk()).start(boardName);
    await fetched(before);
    before.setForm({ ticket: 'FW-5', note: 'n' });
    await before.preview();
    await before.goTo('review');
    const { id, coverage } = before.state();
    // No close: the process is gone.
    abandon(before);
    const [summary] = await (await desk()).list();
    expect(summary).toMatchObject({
      id,
      board: boardName,
      ticket: 'FW-5',
      step: 'review',
      savedObjects: 3,
      refusal: null,
    });
    const after = await (await desk()).resume(id);
    expect(after.state()).toMatchObject({
      id,
      step: 'review',
      link: 'none',
      isZeroed: true,
      form: { ticket: 'FW-5', note: 'n' },
    });
    expect(after.state().coverage?.files).toEqual(coverage?.files);
    expect(await after.goTo('save')).toBe(true);
    expect(await after.save()).toBe(true);
    expect(await after.commit()).toBe(true);
    expect(timeline.git('log', '-1', '--format=%B')).toMatch(/\nRaw-Dump: sha256:[0-9a-f]{64}\n/);
    await after.close();
    await before.close();
  });

  it('may not be recorded once HEAD has moved, but a saved file may be committed', async () => {
    const first = await (await desk()).start(boardName);
    await fetched(first);
    const second = await (await desk()).start(boardName);
    await fetched(second);
    second.setForm({ ticket: 'FW-6' });
    expect(await second.save()).toBe(true);
    const was = timeline.head().slice(0, 7);
    timeline.write('x.txt', 'x');
    timeline.git('add', 'x.txt');
    timeline.git('commit', '-q', '-m', 'more', '--', 'x.txt');
    const now = timeline.head().slice(0, 7);
    abandon(first);
    abandon(second);
    const [a, b] = await (await desk()).list();
    expect(a?.refusal).toBe(`HEAD was ${was} and is ${now} now`);
    expect(b?.refusal).toBe(null);
    await expect((await desk()).resume(first.state().id)).rejects.toMatchObject({
      code: 'SESSION_STALE',
    });
    const resumed = await (await desk()).resume(second.state().id);
    expect(resumed.state().commitPlan?.paths).toEqual([second.state().savedFile]);
    expect(await resumed.commit()).toBe(true);
    for (const session of [first, second, resumed]) await session.close();
  });

  it('is left alone while another process has it open', async () => {
    const first = await (await desk()).start(boardName);
    first.mark('at work');
    const { id } = first.state();
    const [summary] = await (await desk()).list();
    expect(summary?.refusal).toBe(`open in process ${process.pid}`);
    await expect((await desk()).resume(id)).rejects.toMatchObject({ code: 'SESSION_BUSY' });
    await expect((await desk()).drop(id)).rejects.toMatchObject({ code: 'SESSION_BUSY' });
    await first.close();
    await (await (await desk()).resume(id)).close();
  });

  it('does not hide the others when its journal is damaged', async () => {
    const root = join(timeline.repo, '.git/otto-bench');
    for (const [id, size] of [
      ['s-0101-0000', 0],
      ['s-0101-0001', 20 * 1024 * 1024],
    ] as const) {
      mkdirSync(join(root, id), { recursive: true });
      writeFileSync(join(root, id, 'journal.jsonl'), Buffer.alloc(size, 'x'));
    }
    const session = await (await desk()).start(boardName);
    await fetched(session);
    session.setForm({ ticket: 'FW-9' });
    expect(await session.save()).toBe(true);
    const { id } = session.state();
    await session.close();
    const list = await (await desk()).list();
    expect(list.map((one) => [one.id, one.refusal])).toEqual([
      ['s-0101-0001', expect.stringMatching(/^.* is no journal of a bench session: it holds/)],
      [id, null],
    ]);
    expect(await findSavedBy(await workspace(), session.state().savedFile ?? '')).not.toBe(null);
    await (await desk()).drop('s-0101-0001');
  });

  it('goes on with the files left out, and not with what was fetched before zeroing', async () => {
    const first = await (await desk()).start(boardName);
    await fetched(first);
    first.toggleKeep('src/valve.c');
    await first.close();
    const second = await (await desk()).resume(first.state().id);
    expect(
      second
        .state()
        .coverage?.files.filter(({ isKept }) => !isKept)
        .map(({ path }) => path),
    ).toEqual(['src/valve.c']);
    await connected(second);
    expect(await second.zero()).toBe(true);
    await second.close();
    const third = await (await desk()).resume(first.state().id);
    expect(third.state()).toMatchObject({ coverage: null, step: 'preflight' });
    await third.close();
  });

  it('offers tester, labs and label again when it stopped before anything was typed', async () => {
    const first = await (await desk()).start(boardName);
    await fetched(first);
    const { form, coverage } = first.state();
    await first.close();
    const second = await (await desk()).resume(first.state().id);
    expect(second.state().form).toEqual(form);
    expect(second.state().form).toMatchObject({
      testerName: 'Ana Ruiz',
      labs: 'bench-2',
      label: 'Pump',
    });
    expect(second.state().coverage?.files).toEqual(coverage?.files);
    second.setForm({ ticket: 'FW-9' });
    expect(await second.save()).toBe(true);
    const file = join(timeline.repo, second.state().savedFile ?? '');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      tester: { name: 'Ana Ruiz' },
      labs: ['bench-2'],
      display_name: 'Pump',
    });
    await second.close();
  });

  it('opens when its saved file was deleted, to be saved again', async () => {
    const first = await (await desk()).start(boardName);
    await fetched(first);
    first.setForm({ ticket: 'FW-8' });
    expect(await first.save()).toBe(true);
    for (const step of ['review', 'save', 'commit'] as const) await first.goTo(step);
    await first.close();
    const file = first.state().savedFile ?? '';
    rmSync(join(timeline.repo, file));
    const second = await (await desk()).resume(first.state().id);
    expect(second.state()).toMatchObject({ step: 'save', savedFile: null });
    expect(await second.save()).toBe(true);
    await second.close();
  });

  it('is gone after it was dropped', async () => {
    const session = await (await desk()).start(boardName);
    const { id } = session.state();
    session.mark('worth keeping');
    await session.close();
    await (await desk()).drop(id);
    await expect((await desk()).resume(id)).rejects.toMatchObject({ code: 'NO_SUCH_SESSION' });
    expect(await allSessions(await workspace())).toEqual([]);
  });
});

describe('the link of a session', () => {
  it('is waited for when it is lost, and made again by itself', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).on('data', () => socket.write('rig> '));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    rewriteBoard((text) => text.replace(/port = .*/, `port = "tcp:127.0.0.1:${port}"`));
    const session = await (await desk()).start(boardName);
    await connected(session);
    expect(session.state()).toMatchObject({ link: 'up', port: `tcp:127.0.0.1:${port}` });
    sockets[0]?.destroy();
    await until(() => session.state().link === 'lost', 'the loss is noticed');
    expect(session.state().message).toBe('the link was lost; what was fetched is kept');
    await until(() => session.state().link === 'up', 'the link is made again');
    expect(session.state().message).toBe('connected again');
    await session.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it('stays down and says why when there is nobody', async () => {
    rewriteBoard((text) => text.replace(/port = .*/, 'port = "unix:nobody.sock"'));
    const session = await (await desk()).start(boardName);
    expect(await session.connect()).toBe(false);
    expect(session.state()).toMatchObject({ link: 'none', error: { code: 'PORT_GONE' } });
    await session.close();
  });

  it('tells a board that restarted between two readings', async () => {
    const session = await (await desk()).start(boardName);
    await fetched(session);
    expect(await session.sendLine('x')).toBe(true);
    expect(await session.snapshot()).toBe(true);
    expect(session.state().message).toMatch(/^snapshot: 0 lines newly hit since the reading of /);
    expect(await session.sendLine('c')).toBe(true);
    expect(await session.connect()).toBe(true);
    expect(await session.snapshot()).toBe(true);
    expect(session.state().message).toMatch(/^the board restarted since the last reading \(/);
    await session.close();
  });
});
