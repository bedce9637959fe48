import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { FIRMWARE, type FirmwareKind } from './firmware.js';
import { until } from './until.js';

/** The firmware of `fixtures/firmware`, running in QEMU. */
export interface Rig {
  /** Ports as a tester writes them. */
  readonly serial: string;
  readonly gdb: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Boots one, with its sockets in `folder`. */
export async function startRig(folder: string, kind: FirmwareKind = 'own'): Promise<Rig> {
  const serial = join(folder, 'serial.sock');
  const gdb = join(folder, 'gdb.sock');
  const child = spawn(
    'qemu-system-arm',
    [
      ['-M', 'mps2-an385', '-display', 'none', '-monitor', 'none'],
      ['-serial', `unix:${serial},server=on,wait=off`],
      ['-chardev', `socket,path=${gdb},server=on,wait=off,id=gdb0`, '-gdb', 'chardev:gdb0'],
      ['-kernel', join(FIRMWARE, 'out', kind, 'rig.elf')],
    ].flat(),
    { stdio: 'ignore' },
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // A socket file is there a moment before anybody listens on it. The GDB stub is not tried: it
  // would halt the machine.
  await until(async () => existsSync(gdb) && (await isListening(serial)), 'QEMU listens');
  return {
    serial: `unix:${serial}`,
    gdb: `unix:${gdb}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
