import { readFile, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What stays the same of a USB serial device when it is plugged in anew. */
export interface PortIdentity {
  readonly vendor: string;
  readonly product: string;
  /** Null for adapters that have none; then `socket` tells two of them apart. */
  readonly serial: string | null;
  /** Number of the USB interface: probes have several ports. */
  readonly interface: string;
  /** The USB socket it sits in, e.g. `1-2.3`. */
  readonly socket: string;
}

const SYSFS_TTY = '/sys/class/tty';
/** From the tty up to the USB device; hubs do not make the way longer. */
const MOST_PARENTS = 6;

/**
 * The USB device behind a device node, as the kernel tells in sysfs; null for every other port and
 * where there is no sysfs. A by-id name is followed to its node.
 */
export async function identifyPort(path: string, root = SYSFS_TTY): Promise<PortIdentity | null> {
  const node = await realpath(path).catch(() => path);
  let folder = await realpath(join(root, basename(node), 'device')).catch(() => null);
  if (folder === null) return null;
  let usbInterface = '';
  for (let parent = 0; parent < MOST_PARENTS; parent += 1) {
    usbInterface ||= (await fact(folder, 'bInterfaceNumber')) ?? '';
    const vendor = await fact(folder, 'idVendor');
    const product = await fact(folder, 'idProduct');
    if (vendor !== null && product !== null) {
      const serial = await fact(folder, 'serial');
      return { vendor, product, serial, interface: usbInterface, socket: basename(folder) };
    }
    folder = dirname(folder);
  }
  return null;
}

/** Devices that are the same by what they say of themselves, with their nodes. */
export async function findIdentity(
  wanted: PortIdentity,
  root = SYSFS_TTY,
): Promise<readonly { readonly node: string; readonly socket: string }[]> {
  const names = (await readdir(root).catch(() => [])).toSorted(byName);
  const found: { readonly node: string; readonly socket: string }[] = [];
  for (const name of names) {
    const identity = await identifyPort(`/dev/${name}`, root);
    if (!identity || !isSameDevice(identity, wanted)) continue;
    found.push({ node: `/dev/${name}`, socket: identity.socket });
  }
  return found;
}

/** The same device, wherever it is plugged in; without a serial number only in the same socket. */
export function isSameDevice(a: PortIdentity, b: PortIdentity): boolean {
  return (
    a.vendor === b.vendor &&
    a.product === b.product &&
    a.interface === b.interface &&
    a.serial === b.serial &&
    (a.serial !== null || a.socket === b.socket)
  );
}

function byName(a: string, b: string): number {
  return a < b ? -1 : 1;
}

async function fact(folder: string, name: string): Promise<string | null> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => null);
  return text?.trim() || null;
}
