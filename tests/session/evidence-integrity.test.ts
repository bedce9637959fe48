import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
  appendFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSimRecording } from '../../src/link/sim-recording.js';
import { systemClock } from '../../src/base/clock.js';
import type { BenchSession, SessionDesk } from '../../src/session/bench-session.js';
import { openDesk } from '../../src/session/session-desk.js';
import { openWorkspace } from '../../src/session/workspace.js';
import { firmwareRepository } from '../support/firmware-repository.js';
import { tempFolders } from '../support/temp-folder.js';
import type { Timeline } from '../support/timeline.js';

const folder = tempFolders('otto-integrity-');
const SIM = new URL('../../boards/sim/', import.meta.url);
let timeline: Timeline;
let boardName: string;
let serial = 0;

/** A simulated board of its own, with an ELF that may be replaced. */
function writeBoard(zero = 'r'): void {
  serial += 1;
  boardName = `probe${serial}`;
  const boards = join(timeline.repo, '.otto', 'bench', 'boards');
  mkdirSync(boards, { recursive: true });
  mkdirSync(join(timeline.repo, 'build'), { recursive: true });
  writeFileSync(join(timeline.repo, 'build/rig.elf'), readFileSync(new URL('rig.elf', SIM)));
  writeFileSync(
    join(boards, `${boardName}.toml`),
    `[console]\nport = "sim:${boardName}"\nbaud = 1000000\nprompt = "rig> "\n[dump]\ncommand = "n"\n[zero]\ncommand = "${zero}"\n[image]\nelf = "build/rig.elf"\n[build]\nnotes = ["package:boards/sim"]\n`,
  );
  timeline.commit('Board file');
}

async function desk(): Promise<SessionDesk> {
  const workspace = await openWorkspace({
    cwd: timeline.sut,
    repo: timeline.sut,
    env: timeline.env(),
  });
  return openDesk({ workspace, clock: systemClock });
}

async function connected(): Promise<BenchSession> {
  const session = await (await desk()).start(boardName);
  expect(await session.preflight()).toBe(true);
  session.forceWarnings();
  expect(await session.goTo('connect')).toBe(true);
  expect(await session.connect()).toBe(true);
  session.setForm({ ticket: 'FW-1' });
  return session;
}

async function fetched(): Promise<BenchSession> {
  const session = await connected();
  expect(await session.zero()).toBe(true);
  expect(await session.sendLine('x')).toBe(true);
  expect(await session.fetch()).toBe(true);
  return session;
}

const store = (): string[] => {
  const path = join(timeline.repo, '.otto/coverage/manual');
  return existsSync(path) ? readdirSync(path) : [];
};

beforeEach(() => {
  timeline = firmwareRepository(folder());
  writeBoard();
});

describe('what a session records', () => {
  it('is refused once HEAD names another commit, until it is back', async () => {
    const session = await fetched();
    const was = timeline.head().slice(0, 7);
    timeline.write('src/valve.c', `/* one line more */\n${timeline.read('src/valve.c')}`);
    timeline.commit('More');
    const now = timeline.head().slice(0, 7);
    expect(await session.preview()).toBe(false);
    expect(await session.save()).toBe(false);
    expect(session.state().error).toMatchObject({
      code: 'SESSION_STALE',
      why: `HEAD was ${was} and is ${now} now; the counts are of the build of ${was}`,
    });
    expect(store()).toEqual([]);
    timeline.git('reset', '-q', '--hard', 'HEAD~1');
    expect(await session.save()).toBe(true);
    await session.close();
  });

  it('may be saved again after its own commit', async () => {
    const session = await fetched();
    expect(await session.save()).toBe(true);
    expect(await session.commit()).toBe(true);
    expect(await session.fetch()).toBe(true);
    expect(await session.save(), session.state().error?.why).toBe(true);
    expect(store()).toHaveLength(2);
    await session.close();
  });

  it('is refused while the ELF is another one', async () => {
    const session = await fetched();
    appendFileSync(join(timeline.repo, 'build/rig.elf'), 'x');
    expect(await session.save()).toBe(false);
    expect(session.state().error).toMatchObject({
      code: 'SESSION_STALE',
      why: `${join(timeline.sut, 'build/rig.elf')} is not the file it was when the session began`,
    });
    expect(store()).toEqual([]);
    await session.close();
  });

  it('is refused with a source that was edited meanwhile, and goes without it', async () => {
    const session = await fetched();
    timeline.write('src/valve.c', `/* shifts */\n${timeline.read('src/valve.c')}`);
    timeline.write('README.md', 'no source');
    expect(await session.save()).toBe(false);
    expect(session.state().error).toMatchObject({
      code: 'SESSION_STALE',
      why: 'edited since the session began: src/valve.c',
    });
    session.toggleKeep('src/valve.c');
    expect(await session.save()).toBe(true);
    await session.close();
  });

  it('is never of the time before the counters were zeroed', async () => {
    const session = await connected();
    expect(await session.sendLine('x')).toBe(true);
    expect(await session.snapshot()).toBe(true);
    expect(await session.zero()).toBe(true);
    expect(session.state().coverage).toBe(null);
    expect(await session.goTo('review')).toBe(false);
    expect(await session.save()).toBe(false);
    expect(session.state().error?.message).toBe('nothing was fetched yet');
    await session.close();
  });

  it('says that counts were not zeroed when they were only zeroed afterwards', async () => {
    const session = await connected();
    expect(await session.fetch()).toBe(true);
    expect(await session.save()).toBe(true);
    expect(session.state().commitPlan?.message).toContain('\nZeroed: no\n');
    await session.close();
  });

  it('is not called zeroed when the command did nothing', async () => {
    writeBoard('?');
    const session = await connected();
    expect(await session.sendLine('x')).toBe(true);
    expect(await session.snapshot()).toBe(true);
    expect(await session.zero()).toBe(false);
    expect(session.state()).toMatchObject({
      isZeroed: false,
      error: { code: 'NO_ANSWER', message: 'the counters were not zeroed' },
    });
    await session.close();
  });

  it('is not called zeroed when the counters could not be read back', async () => {
    const { states, banner } = await readSimRecording();
    const dump = [...states.values()][0]?.n ?? '';
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) =>
        socket.write(bytes.includes('n') ? dump.slice(0, dump.length / 2) : banner, 'latin1'),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    timeline.sub(
      `.otto/bench/boards/${boardName}.toml`,
      `port = "sim:${boardName}"`,
      `port = "tcp:127.0.0.1:${port}"`,
    );
    timeline.sub(
      `.otto/bench/boards/${boardName}.toml`,
      'command = "n"',
      'command = "n"\nidle_timeout_ms = 200',
    );
    timeline.commit('Another port');
    const session = await connected();
    expect(await session.zero()).toBe(false);
    expect(session.state()).toMatchObject({
      isZeroed: false,
      error: {
        code: 'DAMAGED_DUMP',
        message: 'the counters could not be read back after zeroing',
      },
    });
    await session.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it('replaces its own file only when the new one is there, and never a committed one', async () => {
    const session = await fetched();
    expect(await session.save()).toBe(true);
    const [first = ''] = store();
    timeline.write('src/valve.c', `/* shifts */\n${timeline.read('src/valve.c')}`);
    expect(await session.save()).toBe(false);
    expect(store()).toEqual([first]);
    timeline.git('checkout', '-q', '--', 'src');
    timeline.git('add', '.otto');
    timeline.git('commit', '-q', '-m', 'By hand');
    expect(await session.save()).toBe(false);
    expect(store()).toEqual([first]);
    await session.close();
  });
});

describe('the console of a session', () => {
  it('never shows the payload of a dump, also when it is stopped or asked for by hand', async () => {
    const session = await connected();
    let shown = '';
    session.onConsole(({ bytes }) => (shown += Buffer.from(bytes).toString('latin1')));
    const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400));
    const taking = session.snapshot();
    await new Promise((resolve) => setTimeout(resolve, 30));
    session.cancel();
    await taking;
    await rest();
    expect(await session.sendLine('n')).toBe(true);
    await rest();
    expect(await session.snapshot()).toBe(true);
    expect(shown).toContain('rig> ');
    expect(shown).not.toMatch(/[0-9a-f]{8}: |Emitting/);
    await session.close();
  });
});

describe('the label that keeps both', () => {
  it('is offered once there is a ticket to make it of', async () => {
    const first = await fetched();
    expect(await first.save()).toBe(true);
    await first.close();
    const session = await fetched();
    const kept = session.state().coverage?.files.filter(({ isKept }) => isKept) ?? [];
    session.toggleKeep(kept[0]?.path ?? '');
    session.setForm({ ticket: '' });
    expect(await session.preview()).toBe(true);
    const { superseding } = session.state().preview ?? {};
    expect(superseding).toHaveLength(1);
    expect(superseding?.[0]).toMatch(/^replaces \S+ of FW-1: /);
    session.setForm({ ticket: 'FW-2' });
    expect(await session.preview()).toBe(true);
    expect(session.state().preview?.superseding).toEqual([
      ...(superseding ?? []),
      `set the label to "${boardName} · FW-2" to keep both`,
    ]);
    await session.close();
  });
});
