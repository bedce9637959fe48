import { execFile, spawn } from 'node:child_process';
import { createReadStream, createWriteStream, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createLink } from '../../src/link/create-link.js';
import type { LinkEvent } from '../../src/link/link.js';
import { readPortFacts } from '../../src/link/port-facts.js';
import { serialOpenError } from '../../src/link/serial-errors.js';
import { SerialLink } from '../../src/link/serial-link.js';
import { onlyWith } from '../support/real-tools.js';
import { socatPair, type SocatPair } from '../support/socat-pair.js';
import { tempFolders } from '../support/temp-folder.js';
import { until } from '../support/until.js';
import { linkContract } from './link-contract.js';

const folder = tempFolders('otto-serial-');
const never = new AbortController().signal;
const run = promisify(execFile);

const SETTINGS = {
  baud: 115200,
  dataBits: 8,
  stopBits: 1,
  parity: 'none',
  flowControl: 'none',
  dtr: null,
  rts: null,
  hangupOnClose: false,
} as const;

async function withPair(body: (pair: SocatPair) => Promise<void>): Promise<void> {
  const pair = await socatPair(folder());
  try {
    await body(pair);
  } finally {
    await pair.unplug();
  }
}

onlyWith('socat')('SerialLink on a pseudo-terminal', () => {
  linkContract(async () => {
    const pair = await socatPair(folder());
    const fd = openSync(pair.far, 'r+');
    const received: Buffer[] = [];
    const reader = createReadStream('', { fd, autoClose: false });
    reader.on('data', (bytes) => received.push(bytes as Buffer)).on('error', () => undefined);
    const writer = createWriteStream('', { fd, autoClose: false });
    writer.on('error', () => undefined);
    return {
      link: createLink(`serial:${pair.near}`, { baseFolder: '/' }),
      send: (bytes) => void writer.write(bytes),
      received: () => Buffer.concat(received),
      unplug: () => void pair.unplug(),
      // The descriptor is left to the process: closing it under a waiting read would hang.
      dispose: async () => {
        await pair.unplug();
        reader.destroy();
        writer.destroy();
      },
    };
  });

  test('a hang-up nobody hears of is found by the watchdog', async () => {
    await withPair(async ({ near, unplug }) => {
      const link = new SerialLink('serial:x', near, SETTINGS, 50);
      const events: LinkEvent[] = [];
      link.subscribe((event) => events.push(event));
      await link.open(never);
      await unplug();
      await until(() => events.some((event) => event.type === 'lost'));
      expect(events.map((event) => event.type)).toEqual(['open', 'lost']);
    });
  });

  test('an idle line stays up', async () => {
    await withPair(async ({ near }) => {
      const link = new SerialLink('serial:x', near, SETTINGS, 10);
      const events: LinkEvent[] = [];
      link.subscribe((event) => events.push(event));
      await link.open(never);
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(events.map((event) => event.type)).toEqual(['open']);
      await link.close();
    });
  });

  test('modem lines that cannot be set are a warning', async () => {
    await withPair(async ({ near }) => {
      const link = createLink(`serial:${near}`, { baseFolder: '/', dtr: false });
      await link.open(never);
      expect(link.warnings).toEqual([
        expect.stringMatching(/^serial:.*: DTR and RTS cannot be set \(.*Inappropriate ioctl.*\)$/),
      ]);
      await link.close();
    });
  });

  test('a port another program has locked is refused, and the program is named', async () => {
    await withPair(async ({ near }) => {
      const script = `const {SerialPort} = require('serialport');
        new SerialPort({path: process.argv[1], baudRate: 9600}, () => console.log('open'))
          .on('data', () => undefined)`;
      const holder = spawn(process.execPath, ['-e', script, near]);
      await new Promise((resolve) => holder.stdout.once('data', resolve));
      try {
        const error: unknown = await createLink(`serial:${near}`, { baseFolder: '/' })
          .open(never)
          .catch((caught: unknown) => caught);
        expect(error).toMatchObject({
          code: 'PORT_BUSY',
          message: `another program has ${near} open`,
          // socat itself holds its end as well.
          hints: expect.arrayContaining([`close node (pid ${holder.pid}), then try again`]),
        });
      } finally {
        holder.kill('SIGKILL');
      }
    });
  });

  test('the port is free again after closing', async () => {
    await withPair(async ({ near }) => {
      for (let round = 0; round < 3; round += 1) {
        const link = createLink(`serial:${near}`, { baseFolder: '/' });
        await link.open(never);
        await link.close();
      }
    });
  });

  test('close does not wait for bytes nobody takes', async () => {
    await withPair(async ({ near }) => {
      const link = createLink(`serial:${near}`, { baseFolder: '/' });
      await link.open(never);
      const stop = new AbortController();
      const write = link.write(Buffer.alloc(4 * 1024 * 1024), stop.signal);
      const outcome = expect(write).rejects.toMatchObject({ code: 'LINK_LOST' });
      await link.close();
      await outcome;
    });
  });

  test('a pulled port lets the process end and takes no processor time', async () => {
    await withPair(async ({ near, unplug }) => {
      const script = `const {createLink} = await import(process.argv[1]);
        const link = createLink(process.argv[2], {baseFolder: '/'});
        link.subscribe((event) => console.log(event.type));
        await link.open(new AbortController().signal);`;
      const module = new URL('../../src/link/create-link.ts', import.meta.url).href;
      const flags = ['--import', 'tsx', '--input-type=module', '-e', script];
      const child = run(process.execPath, [...flags, module, `serial:${near}`]);
      child.child.stdout!.once('data', () => void unplug());
      expect((await child).stdout).toBe('open\nlost\n');
    });
  });
});

test.each([
  ['/dev/does-not-exist', 'PORT_GONE', 'there is no serial port /dev/does-not-exist'],
  ['/dev/null', 'NOT_A_PORT', '/dev/null is not a serial port'],
  ['/etc/passwd', 'NOT_A_PORT', '/etc/passwd is not a serial port'],
])('%s is refused as %s', async (path, code, message) => {
  const link = createLink(`serial:${path}`, { baseFolder: '/' });
  await expect(link.open(never)).rejects.toMatchObject({ code, message });
});

test('without permission the hint names the group of the device, as looked up', () => {
  const cause = new Error('Error: Permission denied, cannot open /dev/ttyACM0');
  const facts = {
    exists: true,
    isDevice: true,
    isAccessible: false,
    group: 'dialout',
    isGroupWritable: true,
    isInGroup: false,
    holders: [],
  };
  expect(serialOpenError('/dev/ttyACM0', cause, facts)).toMatchObject({
    code: 'PORT_DENIED',
    message: 'no permission to open /dev/ttyACM0',
    why: 'Permission denied',
    hints: ['sudo usermod -aG dialout $USER, then log out and in again'],
  });
  expect(serialOpenError('/dev/x', cause, { ...facts, isGroupWritable: false }).hints).toEqual([]);
});

test('facts of a file that is not there are absent', async () => {
  expect(await readPortFacts('/dev/does-not-exist')).toEqual({
    exists: false,
    isDevice: false,
    isAccessible: false,
    group: null,
    isGroupWritable: false,
    isInGroup: false,
    holders: [],
  });
});
