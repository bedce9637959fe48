import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { openDesk } from '../../src/session/session-desk.js';
import { openWorkspace } from '../../src/session/workspace.js';
import { nativeProgram, shellCommand } from '../support/linux-board.js';
import { onlyWith } from '../support/real-tools.js';
import { tempFolders } from '../support/temp-folder.js';
import { Timeline } from '../support/timeline.js';
import { until } from '../support/until.js';

const folder = tempFolders('otto-linux-session-');

onlyWith(
  'busybox',
  'socat',
  'gcc',
)('a session on an embedded Linux', () => {
  it('zeroes, lets the tester drive the shell, and fetches out of sight', async () => {
    const timeline = new Timeline(folder());
    mkdirSync(timeline.repo);
    timeline.git('init', '-q', '-b', 'main');
    const app = nativeProgram(timeline.repo);
    app.run();
    writeFileSync(join(timeline.repo, '.gitignore'), 'build/app\nbuild/*.gc*\nbuild/*.o\n');
    timeline.commit('Program');
    const boards = join(timeline.home, '.config', 'otto-bench', 'boards');
    mkdirSync(boards, { recursive: true });
    writeFileSync(
      join(boards, 'linux.toml'),
      `labs = ["pty"]\n[console]\nport = "exec:${shellCommand(folder())}"\n[linux]\ndirectory = "${app.build}"\n[build]\nnotes = ["build"]\n[zero]\ndelete = true\n`,
    );
    const { repo } = timeline;
    const workspace = await openWorkspace({ cwd: repo, repo, env: timeline.env() });
    const session = await openDesk({ workspace, clock: systemClock }).start('linux');
    let screen = '';
    session.onConsole(({ bytes }) => (screen += Buffer.from(bytes).toString('latin1')));
    try {
      await session.preflight();
      session.forceWarnings();
      await session.goTo('connect');
      expect(await session.connect()).toBe(true);
      expect(session.state().handshake.join('\n')).toContain('a shell answers');
      expect(session.state().canZero).toBe(true);
      await session.goTo('zero');
      expect(await session.zero()).toBe(true);
      expect(existsSync(app.dataFile)).toBe(false);
      expect(await session.sendLine(app.program)).toBe(true);
      await until(() => existsSync(app.dataFile) && screen.includes('87'));
      expect(await session.fetch(), session.state().message).toBe(true);
      const { fetch, coverage } = session.state();
      expect(fetch?.objects).toMatchObject([{ path: app.dataFile, status: 'ok' }]);
      expect(coverage?.files.map(({ path }) => path)).toEqual(['build/app.c']);
      // The line editor of the board breaks what is longer than its line.
      expect(screen.replace(/\s/g, '')).toContain(app.program);
      expect(screen).not.toMatch(/OB[0-9a-f]{8}|base64/);
    } finally {
      await session.close();
    }
    const sessions = join(repo, '.git', 'otto-bench');
    const [id = ''] = readdirSync(sessions);
    const journal = readFileSync(join(sessions, id, 'journal.jsonl'), 'utf8');
    expect(journal.match(/"type":"sent"/g)).toHaveLength(1);
  }, 90_000);
});
