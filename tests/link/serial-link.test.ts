import { execFile, spawn } from 'node:child_process';
import { createReadStream, createWriteStream, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createLink } from '../../src/link/create-link.js';
import type { LinkEvent } from '../../src/link/link.js';
import { findHolders, readPortFacts } from '../../src/link/port-facts.js';
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
    // One each: a stream that is destroyed closes its descriptor, and a number closed twice is another's.
    const fd = openSync(pair.far, 'r+');
    const outFd = openSync(pair.far, 'r+');
    const received: Buffer[] = [];
    const reader = createReadStream('', { fd, autoClose: false });
    reader.on('data', (bytes) => received.push(bytes as Buffer)).on('error', () => undefined);
    const writer = createWriteStream('', { fd: outFd, autoClose: false });
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
      const link = new SerialLink('serial:x', near, SETTINGS, undefined, 50);
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
      const link = new SerialLink('serial:x', near, SETTINGS, undefined, 10);
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
          // Not socat, which is the other end.
          hints: [`close node (pid ${holder.pid}), then try again`],
        });
      } finally {
        holder.kill('SIGKILL');
      }
    });
  });

  test('a program that takes no lock is named, since it takes bytes', async () => {
    await withPair(async ({ near }) => {
      const holder = spawn('sleep', ['100'], { stdio: [openSync(near, 'r+'), 'ignore', 'ignore'] });
      await until(async () => (await findHolders(near)).some(({ pid }) => pid === holder.pid));
      try {
        const link = createLink(`serial:${near}`, { baseFolder: '/' });
        await link.open(never);
        const name = `serial:${near}: sleep (pid ${holder.pid})`;
        expect(link.warnings).toContain(`${name} has it open too and may take bytes`);
        await link.close();
      } finally {
        holder.kill('SIGKILL');
      }
    });
  });

  test.each([12_345, 250_000, 3_000_000])('a line of %i baud is set exactly', async (baud) => {
    await withPair(async ({ near }) => {
      const link = createLink(`serial:${near}`, { baseFolder: '/', baud });
      await link.open(never);
      // Linux: TCGETS2 fills struct termios2, whose last two words are the rates.
      const script = `import fcntl, struct, sys
f = open(sys.argv[1], 'rb', buffering=0)
print(struct.unpack('II', fcntl.ioctl(f, 0x802C542A, bytes(44))[36:44])[1])`;
      const { stdout } = await run('python3', ['-c', script, near]);
      expect(stdout.trim()).toBe(String(baud));
      await link.close();
    });
  });

  test('a break that the port does not have is refused with its reason', async () => {
    await withPair(async ({ near }) => {
      const link = createLink(`serial:${near}`, { baseFolder: '/' });
      await link.open(never);
      await expect(link.sendBreak?.(never)).rejects.toMatchObject({
        code: 'PORT_FAILED',
        message: `serial:${near} cannot send a break`,
        why: expect.stringContaining('Inappropriate ioctl'),
      });
      await link.close();
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
    isMember: false,
    user: 'ana',
    holders: [],
  };
  expect(serialOpenError('/dev/ttyACM0', cause, facts)).toMatchObject({
    code: 'PORT_DENIED',
    message: 'no permission to open /dev/ttyACM0',
    why: 'Permission denied',
    hints: [
      'sudo usermod -aG dialout ana, then log out and in again',
      'sudo setfacl -m u:ana:rw /dev/ttyACM0 works at once, until it is unplugged',
    ],
  });
  expect(serialOpenError('/dev/x', cause, { ...facts, isGroupWritable: false }).hints).toEqual([]);
  expect(serialOpenError('/dev/x', cause, { ...facts, isMember: true }).hints).toEqual([
    'ana is in group dialout, but only since this login: log out and in again',
  ]);
  const busy = new Error('Error Resource temporarily unavailable Cannot lock port');
  expect(serialOpenError('/dev/x', busy, facts)).toMatchObject({
    code: 'PORT_BUSY',
    hints: ['sudo fuser -v /dev/x also names programs of other users'],
  });
});

test('facts of a file that is not there are absent', async () => {
  expect(await readPortFacts('/dev/does-not-exist')).toEqual({
    exists: false,
    isDevice: false,
    isAccessible: false,
    group: null,
    isGroupWritable: false,
    isInGroup: false,
    isMember: false,
    user: null,
    holders: [],
  });
});
