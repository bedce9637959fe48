import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LinkEvents } from '../../src/link/link-events.js';
import type { Link, LinkEvent } from '../../src/link/link.js';

export interface LinuxBoardOptions {
  /** What sits on the console, e.g. `busybox ash` or `bash --norc`. */
  readonly shell?: string;
  /** The only programs there are; null is all of BusyBox. */
  readonly programs?: readonly string[] | null;
  /** Shell scripts that stand in for programs. */
  readonly scripts?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Shell text to run before the shell, e.g. a log-in. */
  readonly before?: string;
}

export function which(program: string): string {
  return execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
}

/** The command of an `exec:` port that has a real shell on a pseudo-terminal. */
export function shellCommand(folder: string, options: LinuxBoardOptions = {}): string {
  const { shell = 'busybox ash', programs = null, scripts = {}, env = {}, before = '' } = options;
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const busybox = which('busybox');
  const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n');
  for (const name of programs ?? applets) {
    if (name in scripts || !/^[a-z0-9]+$/.test(name)) continue;
    symlinkSync(applets.includes(name) ? busybox : which(name), join(bin, name));
  }
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!${which('dash')}\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const [program = '', ...args] = shell.split(' ');
  const words = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  const start = join(folder, 'start');
  writeFileSync(
    start,
    `#!${which('dash')}\n${before}\nexec ${which('env')} -i PATH=${bin} TERM=vt100 ${words.join(' ')} ${which(program)} ${args.join(' ')} -i\n`,
  );
  chmodSync(start, 0o755);
  return `socat - EXEC:${start},pty,setsid,ctty,stderr`;
}

/** A shell that lives on while links to it come and go, as on a serial cable. */
export class ShellOnPty {
  private readonly child: ChildProcess;
  private events: LinkEvents | null = null;
  /** Everything the shell printed, before any dirt. */
  output = '';
  /** Everything that was typed. */
  input = '';

  constructor(
    folder: string,
    options: LinuxBoardOptions = {},
    /** What the line makes of the bytes from the board. */
    private readonly dirt: (bytes: Buffer) => Buffer = (bytes) => bytes,
    /** What it makes of what is typed. */
    private readonly typedDirt: (text: string) => string = (text) => text,
  ) {
    const [program = '', ...args] = shellCommand(folder, options).split(' ');
    this.child = spawn(program, args, { cwd: folder });
    this.child.stdout?.on('data', (bytes: Buffer) => {
      this.output += bytes.toString('latin1');
      this.events?.emit({ type: 'bytes', bytes: Uint8Array.from(this.dirt(bytes)) });
    });
    this.child.stdin?.on('error', () => undefined);
  }

  link(): Link & { unplug(): void } {
    const events = new LinkEvents();
    this.events = events;
    return {
      name: 'serial:/dev/ttyS0',
      open: () => Promise.resolve(),
      write: (bytes, signal) => {
        if (signal.aborted) return Promise.reject(new Error('aborted'));
        this.type(Buffer.from(bytes).toString('latin1'));
        return Promise.resolve();
      },
      subscribe: (listener: (event: LinkEvent) => void) => events.subscribe(listener),
      close: () => Promise.resolve(),
      unplug: () => {
        this.events = null;
        events.emit({ type: 'closed' });
      },
    };
  }

  type(text: string): void {
    this.input += text;
    this.child.stdin?.write(Buffer.from(this.typedDirt(text), 'latin1'));
  }

  /** What the shell prints to a command typed by hand. */
  async answer(command: string): Promise<string> {
    const from = this.output.length;
    this.type(`${command}; echo D''ONE\r`);
    const end = performance.now() + 5_000;
    while (!this.output.slice(from).includes('DONE')) {
      if (performance.now() > end) throw new Error(`no answer: ${this.output.slice(-300)}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return this.output.slice(from);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }
}

const SOURCE = `#include <stdio.h>
int pump(int level) {
  if (level > 2) return level * 2;
  return level;
}
int main(int count, char **words) {
  int sum = 0;
  for (int i = 0; i < 10; i++) sum += pump(i);
  if (count > 1) getchar();
  printf("%d\\n", sum);
  return 0;
}
`;

export interface NativeProgram {
  /** Where it was compiled, and where its data file goes. */
  readonly build: string;
  readonly program: string;
  readonly dataFile: string;
  readonly run: (env?: Readonly<Record<string, string>>) => void;
}

/** A program built with `--coverage`; with `functions`, of that many functions. */
export function nativeProgram(folder: string, functions = 0): NativeProgram {
  const build = join(folder, 'build');
  mkdirSync(build, { recursive: true });
  let source = SOURCE;
  for (let at = 0; at < functions; at += 1) source += `int f${at}(int x) { return x + ${at}; }\n`;
  writeFileSync(join(build, 'app.c'), source);
  execFileSync('gcc', ['--coverage', '-O0', '-c', 'app.c', '-o', 'app.o'], { cwd: build });
  execFileSync('gcc', ['--coverage', 'app.o', '-o', 'app'], { cwd: build });
  const program = join(build, 'app');
  return {
    build,
    program,
    dataFile: join(build, 'app.gcda'),
    run: (env = {}) => {
      execFileSync(program, [], { env: { PATH: process.env['PATH'], ...env } });
    },
  };
}
