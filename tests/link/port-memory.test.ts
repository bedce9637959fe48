import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PortMemory } from '../../src/link/port-memory.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-sysfs-');

/** A sysfs with USB serial adapters, as the kernel lays it out. */
function sysfs(): {
  root: string;
  plug: (node: string, serial: string | null, socket: string, usbInterface?: string) => void;
  unplug: (node: string) => void;
} {
  const base = folder();
  const root = join(base, 'tty');
  mkdirSync(root);
  return {
    root,
    plug: (node, serial, socket, usbInterface = '00') => {
      const usb = join(base, 'usb', socket);
      const tty = join(usb, `${socket}:1.${Number(usbInterface)}`, node);
      mkdirSync(tty, { recursive: true });
      writeFileSync(join(usb, 'idVendor'), '0483\n');
      writeFileSync(join(usb, 'idProduct'), '374e\n');
      if (serial !== null) writeFileSync(join(usb, 'serial'), `${serial}\n`);
      writeFileSync(join(tty, '..', 'bInterfaceNumber'), `${usbInterface}\n`);
      mkdirSync(join(root, node));
      symlinkSync(tty, join(root, node, 'device'));
    },
    unplug: (node) => rmSync(join(root, node), { recursive: true }),
  };
}

test('a board that comes back under another node name is found by its serial number', async () => {
  const { root, plug, unplug } = sysfs();
  plug('ttyX0', 'A1', '1-2');
  const known = new PortMemory(root);
  expect(await known.whereIs('/dev/ttyX0')).toBe('/dev/ttyX0');
  await known.remember('/dev/ttyX0', '/dev/ttyX0');
  expect(await known.whereIs('/dev/ttyX0')).toBe('/dev/ttyX0');
  unplug('ttyX0');
  expect(await known.whereIs('/dev/ttyX0')).toBe('/dev/ttyX0');
  plug('ttyX3', 'A1', '1-4');
  expect(await known.whereIs('/dev/ttyX0')).toBe('/dev/ttyX3');
});

test('another board that took the old name is never opened in its place', async () => {
  const { root, plug, unplug } = sysfs();
  plug('ttyX0', 'A1', '1-2');
  const known = new PortMemory(root);
  await known.remember('/dev/ttyX0', '/dev/ttyX0');
  unplug('ttyX0');
  plug('ttyX0', 'B2', '1-3');
  await expect(known.whereIs('/dev/ttyX0')).rejects.toMatchObject({
    code: 'PORT_GONE',
    message: '/dev/ttyX0 is another device now',
    why: 'it was 0483:374e serial number A1 and is 0483:374e serial number B2',
  });
  plug('ttyX1', 'A1', '1-2b');
  expect(await known.whereIs('/dev/ttyX0')).toBe('/dev/ttyX1');
});

test('adapters that share a serial number, or have none, are told apart by their socket', async () => {
  const { root, plug, unplug } = sysfs();
  plug('ttyX0', '0001', '1-2');
  plug('ttyX1', '0001', '1-3');
  plug('ttyX2', null, '1-5');
  const known = new PortMemory(root);
  await known.remember('/dev/ttyX0', '/dev/ttyX0');
  await known.remember('/dev/ttyX2', '/dev/ttyX2');
  unplug('ttyX0');
  unplug('ttyX2');
  plug('ttyX7', '0001', '1-2');
  plug('ttyX8', null, '1-5');
  expect(await known.whereIs('/dev/ttyX0')).toBe('/dev/ttyX7');
  expect(await known.whereIs('/dev/ttyX2')).toBe('/dev/ttyX8');
  unplug('ttyX7');
  plug('ttyX9', '0001', '1-9');
  await expect(known.whereIs('/dev/ttyX0')).rejects.toMatchObject({
    code: 'PORT_GONE',
    message: '/dev/ttyX0 cannot be told from others now',
    why: '2 devices are 0483:374e serial number 0001, and none sits where it sat',
  });
});

test('a probe with two ports gives back the right one', async () => {
  const { root, plug, unplug } = sysfs();
  plug('ttyX0', 'A1', '1-2', '00');
  plug('ttyX1', 'A1', '1-2', '02');
  const known = new PortMemory(root);
  await known.remember('/dev/by-id/x', '/dev/ttyX1');
  unplug('ttyX1');
  plug('ttyX5', 'A1', '1-2', '02');
  expect(await known.whereIs('/dev/by-id/x')).toBe('/dev/ttyX5');
});
