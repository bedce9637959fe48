import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createLink } from '../../src/link/create-link.js';
import { onlyWith } from '../support/real-tools.js';
import { until } from '../support/until.js';

const ELF = fileURLToPath(new URL('../../boards/sim/rig.elf', import.meta.url));
const never = new AbortController().signal;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

onlyWith('qemu-system-arm')('the telnet console of QEMU', () => {
  test('is negotiated with, and leaves nothing of that in what the board says', async () => {
    const port = await freePort();
    const serial = `telnet:127.0.0.1:${port},server=on,wait=on`;
    const qemu = spawn(
      'qemu-system-arm',
      [
        '-M',
        'mps2-an385',
        '-display',
        'none',
        '-monitor',
        'none',
        '-serial',
        serial,
        '-kernel',
        ELF,
      ],
      { stdio: 'ignore' },
    );
    let said = Buffer.alloc(0);
    const open = async (): Promise<ReturnType<typeof createLink>> => {
      const link = createLink(`telnet:127.0.0.1:${port}`, { baseFolder: '/' });
      link.subscribe((event) => {
        if (event.type === 'bytes') said = Buffer.concat([said, event.bytes]);
      });
      await link.open(never);
      return link;
    };
    try {
      let link: ReturnType<typeof createLink> | null = null;
      await until(async () => {
        link = await open().catch(() => null);
        return link !== null;
      });
      await until(() => said.includes('rig> '));
      await link!.write(Buffer.from('n\r'), never);
      await until(() => /Gcov End\r?\n/.test(said.toString('latin1')));
      expect(said.includes(0xff)).toBe(false);
      expect(said.toString('latin1')).toMatch(/\d{8}: 61 64 63 67 /);
      await link!.sendBreak?.(never);
      await link!.close();
    } finally {
      qemu.kill('SIGKILL');
    }
  });
});
