import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/package-root.js';
import { isListening } from './rig.js';
import { until } from './until.js';

export const EXAMPLE = join(packageRoot(), 'boards', 'runtime', 'example');

/** The boards of `boards/runtime/example`. */
export interface ExampleBoard {
  readonly name: 'mps2' | 'virt';
  readonly tools: readonly string[];
  readonly machine: readonly string[];
  /** Null for firmware without a shell. */
  readonly prompt: string | null;
}

export const EXAMPLE_BOARDS: readonly ExampleBoard[] = [
  {
    name: 'mps2',
    tools: ['arm-none-eabi-gcc', 'qemu-system-arm'],
    machine: ['qemu-system-arm', '-M', 'mps2-an385'],
    prompt: 'pump> ',
  },
  {
    name: 'virt',
    tools: ['riscv64-unknown-elf-gcc', 'qemu-system-riscv32'],
    machine: ['qemu-system-riscv32', '-M', 'virt', '-bios', 'none'],
    prompt: null,
  },
];

/** How the firmware finds its objects. */
export type ExampleWay = 'section' | 'hook';

/** Builds the example into `folder` and gives its ELF. */
export function buildExample(board: ExampleBoard, way: ExampleWay, folder: string): Buffer {
  execFileSync(join(EXAMPLE, 'build.sh'), [board.name, way, folder], { stdio: 'pipe' });
  return readFileSync(join(folder, 'pump.elf'));
}

/** The example, running in QEMU. */
export interface RunningExample {
  readonly serialPath: string;
  /** As a tester writes it. */
  readonly gdb: string;
  readonly stop: () => Promise<void>;
}

/** Boots what `buildExample` has left in `folder`, with its sockets there. */
export async function startExample(board: ExampleBoard, folder: string): Promise<RunningExample> {
  const serialPath = join(folder, 'serial.sock');
  const gdb = join(folder, 'gdb.sock');
  const [program = '', ...machine] = board.machine;
  const child = spawn(
    program,
    [
      machine,
      ['-display', 'none', '-monitor', 'none'],
      ['-serial', `unix:${serialPath},server=on,wait=off`],
      ['-chardev', `socket,path=${gdb},server=on,wait=off,id=gdb0`, '-gdb', 'chardev:gdb0'],
      ['-kernel', join(folder, 'pump.elf')],
    ].flat(),
    { stdio: 'ignore' },
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await until(async () => existsSync(gdb) && (await isListening(serialPath)), 'QEMU listens');
  return {
    serialPath,
    gdb: `unix:${gdb}`,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
