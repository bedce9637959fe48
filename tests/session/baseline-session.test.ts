import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { createLink } from '../../src/link/create-link.js';
import type { Link } from '../../src/link/link.js';
import type { BenchSession, SessionDesk } from '../../src/session/bench-session.js';
import { openDesk } from '../../src/session/session-desk.js';
import { openWorkspace } from '../../src/session/workspace.js';
import { firmwareRepository } from '../support/firmware-repository.js';
import { tempFolders } from '../support/temp-folder.js';
import type { Timeline } from '../support/timeline.js';
import { until } from '../support/until.js';

const folder = tempFolders('otto-baseline-');
const never = new AbortController().signal;
let timeline: Timeline;
let boardName: string;
let serial = 0;
let link: Link;
let printed = '';

/** A board that only its memory is reached of, and that has no way to zero. */
function writeBoard(): void {
  boardName = `probe${(serial += 1)}`;
  const boards = join(timeline.repo, '.otto', 'bench', 'boards');
  mkdirSync(boards, { recursive: true });
  writeFileSync(
    join(boards, `${boardName}.toml`),
    `[memory]\ngdb = "sim:${boardName}"\n[image]\nelf = "package:boards/sim/rig.elf"\n[build]\nnotes = ["package:boards/sim"]\n`,
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

/** What the tester does to the board, past the session. */
async function type(line: string): Promise<void> {
  printed = '';
  await link.write(Buffer.from(`${line}\r`), never);
  await until(() => printed.endsWith('rig> '), `the board answers to ${line}`);
}

async function connected(session: BenchSession): Promise<void> {
  expect(await session.preflight()).toBe(true);
  if (session.state().checks.some(({ grade }) => grade === 'warning')) session.forceWarnings();
  expect(await session.goTo('connect')).toBe(true);
  expect(await session.connect()).toBe(true);
}

function hits(session: BenchSession): unknown {
  return session.state().coverage?.files.map(({ path, counts }) => [path, [...counts]]);
}

async function plugIn(): Promise<void> {
  link = createLink(`sim:${boardName}`, { baseFolder: '/', baud: 1_000_000 });
  link.subscribe((event) => {
    if (event.type === 'bytes') printed += Buffer.from(event.bytes).toString('latin1');
  });
  await link.open(never);
}

async function restart(): Promise<void> {
  await link.write(Buffer.from('c\r'), never);
  await until(() => printed.includes('crashing'), 'it crashes');
  await link.close();
  await plugIn();
}

beforeEach(async () => {
  timeline = firmwareRepository(folder());
  writeBoard();
  await plugIn();
  return () => link.close();
});

it('counts from a baseline on, also after it was resumed, and says so in the commit', async () => {
  await type('X');
  await type('x');
  const session = await (await desk()).start(boardName);
  await connected(session);
  expect(session.state()).toMatchObject({ canZero: true, isBaseline: true });
  expect(await session.goTo('zero')).toBe(true);
  expect(await session.zero()).toBe(true);
  expect(session.state()).toMatchObject({
    isZeroed: true,
    zeroResult: [
      'baseline: 3 objects read, nothing on the board was changed',
      '31 counters are not zero; what they hold now will be subtracted',
    ],
  });
  await type('x');
  expect(await session.goTo('fetch')).toBe(true);
  expect(await session.fetch()).toBe(true);
  // The self-test ran before the baseline: its lines are no evidence.
  expect(session.state().coverage).toMatchObject({ hitLines: 32, totalLines: 40 });
  const counted = hits(session);
  const { id } = session.state();
  await session.close();

  const again = await (await desk()).resume(id);
  expect(hits(again)).toEqual(counted);
  again.setForm({ ticket: 'FW-9' });
  expect(await again.goTo('save')).toBe(true);
  expect(await again.save()).toBe(true);
  expect(again.state().commitPlan?.message).toContain('Zeroed: baseline');
  // The baseline is still subtracted from readings that come after.
  expect(await again.connect()).toBe(true);
  expect(await again.snapshot()).toBe(true);
  expect(hits(again)).toEqual(counted);
  await again.close();
});

it('keeps what was read before a restart, adds it to what came after, and says so', async () => {
  const session = await (await desk()).start(boardName);
  await connected(session);
  expect(await session.zero()).toBe(true);
  await type('X');
  await type('x');
  expect(await session.snapshot()).toBe(true);
  expect(session.state().coverage).toMatchObject({ hitLines: 37 });
  await restart();
  expect(await session.fetch()).toBe(true);
  expect(session.state().message).toMatch(
    /^the board restarted since the last reading \(.*\): what was read before is kept and added, what it counted after that is lost$/,
  );
  // The self-test ran in the first boot only.
  expect(session.state().coverage).toMatchObject({ hitLines: 37, totalLines: 40 });
  const counted = hits(session);
  const { id } = session.state();
  await session.close();
  const again = await (await desk()).resume(id);
  expect(hits(again)).toEqual(counted);
  await again.close();
});

it('says what is gone when the board restarted before anything was read', async () => {
  await type('x');
  const session = await (await desk()).start(boardName);
  await connected(session);
  expect(await session.zero()).toBe(true);
  await restart();
  expect(await session.fetch()).toBe(true);
  expect(session.state().message).toMatch(/what it had counted since the baseline is gone$/);
  await session.close();
});

it('refuses to go on from a baseline that is lost', async () => {
  const session = await (await desk()).start(boardName);
  await connected(session);
  expect(await session.zero()).toBe(true);
  expect(await session.snapshot()).toBe(true);
  const { id } = session.state();
  await session.close();
  const manifest = join(timeline.repo, '.git/otto-bench', id, 'raw/objects-1/manifest.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"schema"', '"scheme"'));
  await expect((await desk()).resume(id)).rejects.toMatchObject({ code: 'BAD_DATA' });
});

it('refuses to go on from a baseline of which a file changed', async () => {
  const session = await (await desk()).start(boardName);
  await connected(session);
  expect(await session.zero()).toBe(true);
  expect(await session.snapshot()).toBe(true);
  const { id } = session.state();
  await session.close();
  const baseline = join(timeline.repo, '.git/otto-bench', id, 'raw/objects-1');
  const manifest = readFileSync(join(baseline, 'manifest.json'), 'utf8');
  const [, file = ''] = /"file": "([^"]+)"/.exec(manifest) ?? [];
  writeFileSync(join(baseline, file), '');
  await expect((await desk()).resume(id)).rejects.toMatchObject({
    code: 'BAD_DATA',
    message: expect.stringMatching(/^the baseline in .*raw\/objects-1 is damaged$/),
  });
});
