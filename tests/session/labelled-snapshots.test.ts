import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import type { BenchSession, SessionDesk } from '../../src/session/bench-session.js';
import type { SessionChoices } from '../../src/session/session-context.js';
import { allSessions, openDesk } from '../../src/session/session-desk.js';
import { openWorkspace, type Workspace } from '../../src/session/workspace.js';
import { firmwareRepository } from '../support/firmware-repository.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-labels-');
let serial = 0;

/** A project with a simulated board of its own. */
async function project(
  choices: Partial<SessionChoices>,
): Promise<{ desk: SessionDesk; workspace: Workspace; board: string }> {
  const timeline = firmwareRepository(folder());
  serial += 1;
  const board = `label${serial}`;
  const boards = join(timeline.repo, '.otto', 'bench', 'boards');
  mkdirSync(boards, { recursive: true });
  writeFileSync(
    join(boards, `${board}.toml`),
    `[console]\nport = "sim:${board}"\nbaud = 10000000\nprompt = "rig> "\n[dump]\ncommand = "n"\n[memory]\ngdb = "sim:${board}"\n[zero]\ncommand = "r"\n[image]\nelf = "package:boards/sim/rig.elf"\n[build]\nnotes = ["package:boards/sim"]\n`,
  );
  timeline.commit('Board file');
  const workspace = await openWorkspace({
    cwd: timeline.sut,
    repo: timeline.sut,
    env: timeline.env(),
  });
  return { desk: openDesk({ workspace, clock: systemClock, choices }), workspace, board };
}

async function drive(session: BenchSession): Promise<void> {
  expect(await session.snapshot('boot')).toBe(true);
  session.mark('selftest begins');
  expect(await session.sendLine('X')).toBe(true);
  // The board runs it before it takes the next line.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await session.snapshot('selftest')).toBe(true);
}

describe.each(['console', 'memory'] as const)('labelled snapshots over %s', (way) => {
  it('say which lines are new, count no reading twice, and are listed', async () => {
    const { desk, workspace, board } = await project({ way });
    const session = await desk.start(board);
    expect(await session.connect()).toBe(true);
    if (way === 'memory') {
      // Without a console nobody can drive the board: two readings of one boot.
      expect(await session.snapshot('boot')).toBe(true);
      const first = session.state().difference;
      expect(first).toMatchObject({ label: 'boot', since: null });
      expect(first?.newLines).toBe(first?.hitLines);
      expect(await session.snapshot('again')).toBe(true);
      expect(session.state().difference).toEqual({
        label: 'again',
        since: '"boot"',
        hitLines: first?.hitLines,
        newLines: 0,
        files: [],
      });
      const hits = session.state().coverage?.hitLines;
      expect(await session.fetch()).toBe(true);
      expect(session.state().coverage?.hitLines).toBe(hits);
      await session.close();
      return;
    }
    await drive(session);
    const { difference, message } = session.state();
    expect(difference).toMatchObject({ label: 'selftest', since: '"boot"' });
    expect(difference?.newLines).toBeGreaterThan(0);
    expect(difference?.newLines).toBeLessThan(difference?.hitLines ?? 0);
    expect(message).toMatch(/^"selftest": \d+ lines newly hit since "boot": \S+\.c:\d+/);
    const { id } = session.state();
    await session.close();
    const [summary] = await allSessions(workspace);
    expect(summary?.moments?.map(({ kind, text, newLines }) => [kind, text, newLines])).toEqual([
      ['snapshot', 'boot', expect.any(Number)],
      ['mark', 'selftest begins', null],
      ['snapshot', 'selftest', difference?.newLines],
    ]);
    // After a crash of ours the next one is still compared with the last.
    const again = await desk.resume(id);
    expect(await again.connect()).toBe(true);
    expect(await again.snapshot('after the break')).toBe(true);
    expect(again.state().difference).toMatchObject({
      since: '"selftest"',
      newLines: 0,
      hitLines: difference?.hitLines,
    });
    // Zeroed counters begin anew.
    expect(await again.zero()).toBe(true);
    expect(again.state().difference).toBeNull();
    await again.close();
  });
});
