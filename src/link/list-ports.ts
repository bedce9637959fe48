import { readFile, readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readPortFacts, type PortHolder } from './port-facts.js';
import { waitFor } from './wait-for.js';

/** One serial port of this machine. */
export interface ListedPort {
  /** What to write into a profile: the by-id name where there is one, it survives replugging. */
  readonly port: string;
  /** The device node, e.g. `/dev/ttyACM0`. */
  readonly path: string;
  /** Maker, model or by-id name, for a person; empty when nothing is known. */
  readonly description: string;
  readonly serialNumber: string | null;
  readonly isAccessible: boolean;
  readonly holders: readonly PortHolder[];
}

interface FoundPort {
  readonly path: string;
  readonly description: string;
  readonly serialNumber: string | null;
}

const LIST_TIMEOUT_MS = 5_000;
const BY_ID = '/dev/serial/by-id';

/**
 * The serial ports connected, in the order of their names. Where the system's own list is not to be
 * had (no udevadm in a container) the device nodes are looked at instead. Never rejects.
 */
export async function listPorts(): Promise<readonly ListedPort[]> {
  const [listed, byId] = await Promise.all([systemPorts(), byIdNames()]);
  const found = new Map<string, FoundPort>(listed.map((port) => [port.path, port]));
  for (const [path, name] of byId) {
    if (!found.has(path)) found.set(path, { path, description: name, serialNumber: null });
  }
  const ports = [...found.values()].sort((a, b) =>
    a.path.localeCompare(b.path, 'en', { numeric: true }),
  );
  return await Promise.all(
    ports.map(async ({ path, description, serialNumber }) => {
      const { isAccessible, holders } = await readPortFacts(path);
      const name = byId.get(path);
      const port = `serial:${name === undefined ? path : join(BY_ID, name)}`;
      return { port, path, description, serialNumber, isAccessible, holders };
    }),
  );
}

async function systemPorts(): Promise<readonly FoundPort[]> {
  try {
    const { SerialPort } = await import('serialport');
    const listed = await waitFor<Awaited<ReturnType<typeof SerialPort.list>>>(
      { doing: 'listing the serial ports', timeoutMs: LIST_TIMEOUT_MS },
      ({ resolve, reject }) => {
        SerialPort.list().then(resolve, reject);
        return undefined;
      },
    );
    const ports = listed.map((port) => ({
      path: calloutPath(port.path),
      description: port.pnpId ?? port.manufacturer ?? '',
      serialNumber: port.serialNumber ?? null,
    }));
    const isThere = await Promise.all(ports.map(({ path }) => hasHardware(path)));
    return ports.filter((_port, index) => isThere[index]);
  } catch {
    return await nodePorts();
  }
}

async function nodePorts(): Promise<readonly FoundPort[]> {
  const names = await readdir('/dev').catch(() => []);
  return names
    .filter((name) => /^(tty(ACM|USB|AMA|XRUSB)\d+|rfcomm\d+|cu\.)/.test(name))
    .map((name) => ({ path: `/dev/${name}`, description: '', serialNumber: null }));
}

/** macOS lists `tty.*`, which waits for a carrier; `cu.*` is the one to call out on. */
function calloutPath(path: string): string {
  return path.replace(/^\/dev\/tty\./, '/dev/cu.');
}

/** PCs have nodes for serial ports that were never built in; the kernel knows no UART for those. */
async function hasHardware(path: string): Promise<boolean> {
  if (!/^\/dev\/ttyS\d+$/.test(path)) return true;
  const type = await readFile(`/sys/class/tty/${basename(path)}/type`, 'utf8').catch(() => '?');
  return type.trim() !== '0';
}

/** By device node. */
async function byIdNames(): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(BY_ID).catch(() => []);
  const byPath = new Map<string, string>();
  for (const name of names) {
    const path = await realpath(join(BY_ID, name)).catch(() => null);
    if (path !== null) byPath.set(path, name);
  }
  return byPath;
}
