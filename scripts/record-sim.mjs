// Records what boards/sim answers from: boots boards/sim/rig.elf in QEMU, drives its console through
// every state kept, and writes boards/sim/recording.json. Run as `npx tsx scripts/record-sim.mjs`;
// needs qemu-system-arm.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { planCounters } from '../src/image/plan-counters.ts';

const MOST_RUNS = 6;
const MOST_SELFTESTS = 2;
const RAM = 0x20000000;
const RAM_BYTES = 24576;
const PROMPT = 'rig> ';

const folder = fileURLToPath(new URL('../boards/sim/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'record-sim-'));
const serialPath = join(scratch, 'serial.sock');
const monitorPath = join(scratch, 'monitor.sock');
// prettier-ignore
const qemu = spawn('timeout', [
  '300', 'qemu-system-arm', '-M', 'mps2-an385', '-display', 'none', '-S',
  '-serial', `unix:${serialPath},server=on,wait=off`,
  '-monitor', `unix:${monitorPath},server=on,wait=off`,
  '-kernel', join(folder, 'rig.elf'),
]);

/** A unix socket whose text is awaited up to an ending. */
async function dial(path) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const socket = connect(path);
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      const line = { text: '' };
      socket.on('data', (chunk) => (line.text += chunk.toString('latin1')));
      return {
        async take(ending) {
          for (let wait = 0; !line.text.endsWith(ending); wait += 1) {
            if (wait > 1000)
              throw new Error(`no ${JSON.stringify(ending)}: ${line.text.slice(-200)}`);
            await sleep(10);
          }
          // The board may only have paused there.
          const before = line.text;
          await sleep(20);
          if (line.text !== before) return await this.take(ending);
          line.text = '';
          return before;
        },
        send: (text) => socket.write(text, 'latin1'),
        end: () => socket.destroy(),
      };
    } catch (error) {
      if (attempt > 100) throw error;
      await sleep(50);
    }
  }
}

const monitor = await dial(monitorPath);
const serial = await dial(serialPath);
try {
  await monitor.take('(qemu) ');
  monitor.send('cont\n');
  const banner = await serial.take(PROMPT);

  const reply = async (letter, ending = PROMPT) => {
    if (letter !== '') {
      serial.send(letter);
      await serial.take(letter);
    }
    serial.send('\r');
    return await serial.take(ending);
  };
  const ram = async () => {
    const file = join(scratch, 'ram.bin');
    await monitor.take('(qemu) ').catch(() => '');
    monitor.send(`pmemsave ${RAM} ${RAM_BYTES} "${file}"\n`);
    await monitor.take('(qemu) ');
    return readFileSync(file);
  };
  monitor.send('\n');

  const plan = planCounters(readFileSync(join(folder, 'rig.elf')), 'rig.elf');
  const counters = plan.objects.flatMap((object) =>
    object.functions.flatMap((fn) => fn.counters.map((range) => ({ ...range }))),
  );
  const first = Math.min(...counters.map(({ address }) => address));
  const end = Math.max(...counters.map(({ address, length }) => address + length * 8));
  const hexOf = (bytes, from, to) => bytes.subarray(from - RAM, to - RAM).toString('hex');

  const fixed = {};
  for (const letter of ['', '?', 'x', 'X', 'r', 'q']) {
    fixed[letter === 'q' ? 'unknown' : letter] = await reply(letter);
  }
  fixed.noiseOn = await reply('y');
  fixed.noiseOff = await reply('y');

  const states = {};
  for (let selftests = 0; selftests <= MOST_SELFTESTS; selftests += 1) {
    await reply('r');
    for (let n = 0; n < selftests; n += 1) await reply('X');
    for (let runs = 0; runs <= MOST_RUNS; runs += 1) {
      if (runs > 0) await reply('x');
      const n = await reply('n');
      const z = await reply('z');
      await reply('y');
      const noisy = await reply('n');
      await reply('y');
      states[`${runs}.${selftests}`] = { n, noisy, z, counters: hexOf(await ram(), first, end) };
    }
  }
  const bytes = await ram();
  // Everything the plan reads beside the counters; it does not change while the program runs.
  const constant = plan.ranges
    .filter(({ address }) => address < first)
    .map(({ address, sizeBytes }) => ({
      address,
      bytes: hexOf(bytes, address, address + sizeBytes),
    }));
  fixed.c = await reply('c', 'crashing\r\n');

  const recording = {
    schema: 1,
    prompt: PROMPT,
    banner,
    replies: fixed,
    memory: { constant, counterAddress: first },
    states,
  };
  writeFileSync(join(folder, 'recording.json'), `${JSON.stringify(recording, null, 1)}\n`);
  console.log(`${Object.keys(states).length} states, ${counters.length} counter arrays`);
} finally {
  monitor.end();
  serial.end();
  if (qemu.exitCode === null) {
    qemu.kill();
    await new Promise((resolve) => qemu.once('exit', resolve));
  }
  rmSync(scratch, { recursive: true });
}
