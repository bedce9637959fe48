import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import type { MemoryBlock } from '../../src/base/memory.js';
import { startJtagProbe } from './jtag-probe.js';
import { until } from './until.js';

/** A real OpenOCD on a simulated chip whose memory is given. */
export interface OpenOcd {
  readonly tclPort: number;
  readonly gdbPort: number;
  /** The wires go dead, or work again. */
  readonly stall: (isStalled: boolean) => void;
  readonly stop: () => Promise<void>;
}

/**
 * Starts one on free ports of this machine. The chip is a debug port with a memory access port
 * (`mem_ap`), which OpenOCD halts and resumes by name only. `commands` run after it has started.
 */
export async function startOpenOcd(memory: MemoryBlock, commands = ''): Promise<OpenOcd> {
  const probe = await startJtagProbe(memory);
  const [tclPort, gdbPort] = [await freePort(), await freePort()];
  const config = [
    'adapter driver remote_bitbang',
    `remote_bitbang port ${probe.port}`,
    'remote_bitbang host 127.0.0.1',
    'transport select jtag',
    'adapter speed 1000',
    'jtag newtap chip cpu -irlen 4 -expected-id 0x4ba00477',
    'dap create chip.dap -chain-position chip.cpu',
    `target create chip.mem mem_ap -dap chip.dap -ap-num 0 -gdb-port ${gdbPort}`,
    'bindto 127.0.0.1',
    'gdb_port disabled',
    `tcl_port ${tclPort}`,
    'telnet_port disabled',
    'init',
    commands,
  ];
  const child = spawn('openocd', ['-c', config.filter((line) => line !== '').join('; ')]);
  let printed = '';
  child.stderr.on('data', (bytes: Buffer) => (printed += bytes.toString('latin1')));
  child.stdout.resume();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await until(() => isReady(child, printed, tclPort), 'OpenOCD listens');
  return {
    tclPort,
    gdbPort,
    stall: probe.stall,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
      await probe.close();
    },
  };
}

function isReady(child: ChildProcess, printed: string, tclPort: number): boolean {
  if (child.exitCode !== null) throw new Error(printed);
  return printed.includes(`Listening on port ${tclPort} for tcl connections`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
