import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { builtProgram } from '../support/built-program.js';
import { openScreen, type PtyScreen } from '../support/pty-harness.js';
import { simProject, type SimProject } from '../support/sim-project.js';

vi.setConfig({ testTimeout: 120_000 });

const ENTER = '\r';

/** A board on a TCP console that echoes what is typed and prompts; it can lose its plug. */
class TcpBoard {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  port = 0;

  async plugIn(): Promise<void> {
    const server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
      socket.on('data', (data) => {
        for (const char of data.toString('latin1'))
          socket.write(char === '\r' ? '\r\nrig> ' : char);
      });
      socket.write('boot\r\nrig> ');
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    const address = server.address();
    if (address !== null && typeof address === 'object') this.port = address.port;
  }

  async unplug(): Promise<void> {
    const server = this.server;
    this.server = null;
    for (const socket of this.sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }
}

let project: SimProject;
let board: TcpBoard;
let screen: PtyScreen | undefined;
beforeEach(async () => {
  project = simProject();
  board = new TcpBoard();
  await board.plugIn();
  const folder = join(project.root, '.otto/bench/boards');
  mkdirSync(folder, { recursive: true });
  const profile = `[console]
port = "tcp:127.0.0.1:${board.port}"
prompt = "rig> "

[dump]
command = "n"

[image]
elf = "package:boards/sim/rig.elf"

[build]
notes = ["package:boards/sim"]
`;
  writeFileSync(join(folder, 'jig.toml'), profile);
  project.git('add', '.');
  project.git('commit', '-q', '-m', 'Describe the jig');
});
afterEach(async () => {
  await screen?.close();
  await board.unplug();
  project.remove();
});

describe('a board that loses its plug', () => {
  it('is announced, and comes back with r', async () => {
    const s = openScreen(process.execPath, [builtProgram()], {
      columns: 80,
      rows: 24,
      cwd: project.root,
    });
    screen = s;
    await s.waitFor('jig');
    s.write(`g`);
    await s.waitFor(/› jig/);
    s.write(ENTER);
    await s.waitFor(/\d of \d checks passed/);
    s.write('f');
    await s.waitFor(/forced|no warning/);
    s.write(ENTER);
    await s.waitFor(/› tcp:.*Enter connect/s);
    s.write(ENTER);
    await s.waitFor(/up ●/);
    s.write(ENTER);
    await s.waitFor('[3 Zero]');
    s.write('o');
    await s.waitFor('[4 Exercise]');
    s.write(`hello${ENTER}`);
    await s.waitFor('> hello');
    await board.unplug();
    await s.waitFor('Link lost');
    expect(s.screen()).toContain('link lost ✗');
    expect(s.screen()).toMatch(/r retry {2}p port {2}e end run {2}Esc hide/);
    await board.plugIn();
    s.write('r');
    await s.waitFor('Enter send');
    expect(s.screen()).toContain('up ●');
    expect(s.screen()).toContain('> hello');
    await board.unplug();
    await s.waitFor('Link lost');
    s.write('\u001b');
    await s.waitFor('Enter send');
    expect(s.screen()).toContain('link lost ✗');
  });
});
