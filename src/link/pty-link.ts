import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import { LinkEvents } from './link-events.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { waitFor } from './wait-for.js';

const OPEN_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1_000;
const MOST_NAME_BYTES = 200;

/**
 * Node cannot make a pseudo-terminal. This passes bytes between one and its standard input and
 * output, and says its name first. It holds the far end open until somebody else has written there,
 * so that it ends when they leave; and it ends when its input does, whatever became of us.
 */
const PROGRAM = `
import os, pty, select, sys, tty
near, far = pty.openpty()
tty.setraw(far)
os.write(1, (os.ttyname(far) + "\\n").encode())
while True:
    for source in select.select([0, near], [], [])[0]:
        try:
            data = os.read(source, 65536)
        except OSError:
            data = b""
        if not data:
            sys.exit(0)
        if source == near and far is not None:
            os.close(far)
            far = None
        while data:
            data = data[os.write(1 if source == near else near, data):]
`;
import { writeToChild } from './write-to-child.js';

/** The near end of a pseudo-terminal whose far end another program opens by name. */
export class PtyLink implements Link {
  private readonly events = new LinkEvents();
  private child: ChildProcessWithoutNullStreams | null = null;
  private path: string | null = null;
  private closing: Promise<void> | null = null;

  constructor(readonly name: string) {}

  /** The far end, e.g. `/dev/pts/7`, once open. */
  get farPath(): string | null {
    return this.path;
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.events.subscribe(listener);
  }

  async open(signal: AbortSignal): Promise<void> {
    if (this.child || this.events.isOver) throw lostError(this.name, 'it was open before');
    if (process.platform === 'win32') throw noTerminal(this.name, 'Windows has none');
    try {
      this.path = await this.start(signal);
    } catch (error) {
      await this.close();
      throw error;
    }
    this.events.emit({ type: 'open' });
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    return writeToChild({ name: this.name, events: this.events }, this.child, bytes, signal);
  }

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }

  private start(signal: AbortSignal): Promise<string> {
    const child = spawn('python3', ['-I', '-c', PROGRAM], { stdio: 'pipe' });
    this.child = child;
    child.stdin.on('error', () => undefined);
    child.stderr.resume();
    return waitFor<string>(
      { doing: 'making a terminal', timeoutMs: OPEN_TIMEOUT_MS, signal },
      ({ resolve, reject }) => {
        let said = Buffer.alloc(0);
        let isNamed = false;
        child.stdout.on('data', (bytes: Buffer) => {
          if (isNamed) {
            this.events.emit({ type: 'bytes', bytes: Uint8Array.from(bytes) });
            return;
          }
          said = Buffer.concat([said, bytes]);
          const end = said.indexOf(0x0a);
          if (end < 0 && said.length < MOST_NAME_BYTES) return;
          const path = said.subarray(0, Math.max(0, end)).toString('latin1');
          isNamed = true;
          // It goes into a line to be pasted.
          if (/^\/dev\/[\w/.-]+$/.test(path)) resolve(path);
          else reject(noTerminal(this.name, `python3 called it ${printable(path)}`));
          const rest = said.subarray(end + 1);
          if (rest.length > 0) setImmediate(() => this.events.emit({ type: 'bytes', bytes: rest }));
        });
        child.once('error', (cause) => {
          reject(noTerminal(this.name, cause.message));
        });
        child.once('close', () => {
          reject(noTerminal(this.name, 'python3 ended at once'));
          this.events.emit({ type: 'lost', error: lostError(this.name, 'the other end left') });
        });
        return undefined;
      },
    );
  }

  private async shut(): Promise<void> {
    this.events.emit({ type: 'closed' });
    const { child } = this;
    if (!child || child.exitCode !== null || child.pid === undefined) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        resolve();
      }, CLOSE_TIMEOUT_MS);
      child.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
      child.stdin.end();
    });
  }
}

function noTerminal(name: string, why: string): BenchError {
  return new BenchError('PROGRAM_MISSING', `cannot make a terminal for ${name}`, {
    why,
    hints: [
      'install python3, or make a pair yourself: socat -d -d pty,raw,echo=0 pty,raw,echo=0',
      'then name one end (mi:/dev/pts/N) and give the other to gdb: new-ui mi3 /dev/pts/M',
    ],
  });
}
