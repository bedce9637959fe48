import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { builtProgram } from '../support/built-program.js';
import { openScreen } from '../support/pty-harness.js';
import { onlyWith } from '../support/real-tools.js';
import { simProject } from '../support/sim-project.js';
import { socatPair } from '../support/socat-pair.js';
import { tempFolders } from '../support/temp-folder.js';
import { until } from '../support/until.js';

vi.setConfig({ testTimeout: 120_000 });

const folder = tempFolders('otto-fast-');
const ENTER = '\r';
const SIZE_BYTES = 1024 * 1024;
/** Growth that would tell of a log kept in memory; scrollback and caches take less. */
const MOST_GROWTH_KIB = 96 * 1024;

/** Lines as a board prints them, with the bytes a terminal would choke on among them. */
function talk(): Buffer {
  let text = '';
  for (let line = 0; text.length < SIZE_BYTES; line += 1) {
    const colour = line % 7 === 0 ? '\u001b[31mwarn\u001b[0m ' : '';
    text += `[${String(line).padStart(8, '0')}] ${colour}adc: ${(line * 2_654_435_761) % 4096} mV\r\n`;
  }
  const bytes = Buffer.from(text, 'latin1').subarray(0, SIZE_BYTES);
  for (let at = 5_000; at < bytes.length; at += 9_973) bytes[at] = (at * 7) & 0xff;
  return bytes;
}

/** 3 Mbaud is 300 bytes a millisecond; what a sleep overslept is sent at once, as by a UART's queue. */
const SENDER = `const {openSync, readFileSync, writeSync} = require('node:fs');
const [file, tty] = process.argv.slice(1);
const bytes = readFileSync(file), out = openSync(tty, 'w'), began = Date.now();
let at = 0;
(function send() {
  const due = Math.min(bytes.length, (Date.now() - began) * 300);
  while (at < due) at += writeSync(out, bytes, at, Math.min(3000, due - at));
  if (at < bytes.length) setTimeout(send, 5); else setTimeout(() => {}, 500);
})();`;

function residentKib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

onlyWith('socat')('a line of 3 Mbaud', () => {
  it('loses nothing while the screen repaints, in bounded memory', async () => {
    const base = folder();
    const pair = await socatPair(base);
    const project = simProject();
    const boards = join(project.root, '.otto/bench/boards');
    mkdirSync(boards, { recursive: true });
    writeFileSync(
      join(boards, 'fast.toml'),
      `[console]\nport = "serial:${pair.near}"\nbaud = 3000000\n[dump]\ncommand = "n"\n[image]\nelf = "package:boards/sim/rig.elf"\n[build]\nnotes = ["package:boards/sim"]\n`,
    );
    project.git('add', '.');
    project.git('commit', '-q', '-m', 'Describe the jig');
    const screen = openScreen(process.execPath, [builtProgram()], {
      columns: 80,
      rows: 24,
      cwd: project.root,
    });
    try {
      await screen.waitFor('fast');
      screen.write('g');
      await screen.waitFor(/› fast/);
      screen.write(ENTER);
      await screen.waitFor(/\d of \d checks passed/);
      screen.write('f');
      await screen.waitFor(/forced|no warning/);
      screen.write(ENTER);
      await screen.waitFor(/› serial:.*Enter connect/s);
      screen.write(ENTER);
      await screen.waitFor(/up ●/);
      const sessions = join(project.root, '.git/otto-bench');
      const [id = ''] = readdirSync(sessions).filter((name) => name.startsWith('s-'));
      const log = join(sessions, id, 'console.log');
      screen.write(ENTER);
      await screen.waitFor('[3 Zero]');
      screen.write('o');
      await screen.waitFor('[4 Exercise]');
      const file = join(base, 'talk');
      const bytes = talk();
      writeFileSync(file, bytes);
      const before = residentKib(screen.pid);
      const painted = screen.bytes().length;
      const sender = spawn(process.execPath, ['-e', SENDER, file, pair.far], { stdio: 'ignore' });
      let most = 0;
      await until(() => {
        most = Math.max(most, residentKib(screen.pid));
        return existsSync(log) && statSync(log).size >= bytes.length;
      });
      sender.kill('SIGKILL');
      const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
      expect(sha256(readFileSync(log))).toBe(sha256(bytes));
      // It was drawn meanwhile, many times.
      expect(screen.bytes().length - painted).toBeGreaterThan(10_000);
      expect(most - before).toBeLessThan(MOST_GROWTH_KIB);
      await screen.waitFor('rx 1.0 MB');
    } finally {
      await screen.close();
      await pair.unplug();
      project.remove();
    }
  });
});
