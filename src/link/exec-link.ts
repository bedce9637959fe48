import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import { LinkEvents } from './link-events.js';
import type { Link, LinkEvent } from './link.js';
import { lostError } from './lost-error.js';
import { startProcessGroup, type ProcessGroup } from './process-group.js';
import { waitFor } from './wait-for.js';
import { writeToChild } from './write-to-child.js';

const OPEN_TIMEOUT_MS = 5_000;

/** The input and output of a program as a console: `ssh bench picocom …`, a simulator. */
export class ExecLink implements Link {
  readonly name: string;
  private readonly events = new LinkEvents();
  private group: ProcessGroup | null = null;

  constructor(
    name: string,
    private readonly command: string,
    private readonly cwd: string,
  ) {
    this.name = name;
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.events.subscribe(listener);
  }

  async open(signal: AbortSignal): Promise<void> {
    if (this.group || this.events.isOver) throw lostError(this.name, 'it was open before');
    if (signal.aborted) throw new BenchError('CANCELLED', `starting ${this.name} was cancelled`);
    const group = startProcessGroup(this.command, this.cwd);
    this.group = group;
    const { child } = group;
    child.stdout.on('data', (bytes: Buffer) =>
      this.events.emit({ type: 'bytes', bytes: Uint8Array.from(bytes) }),
    );
    child.once('close', (exitCode, endSignal) => {
      const said = group.stderr().split('\n').slice(-3).map(printable).join(' / ');
      const how = endSignal === null ? `exit code ${exitCode}` : `signal ${endSignal}`;
      const why = `the program ended with ${how}${said === '' ? '' : `: ${said}`}`;
      this.events.emit({ type: 'lost', error: lostError(this.name, why) });
      void group.end();
    });
    try {
      await waitFor<void>(
        { doing: `starting ${this.name}`, timeoutMs: OPEN_TIMEOUT_MS, signal },
        ({ resolve, reject }) => {
          child.once('spawn', () => resolve(undefined));
          child.once('error', (cause) =>
            reject(
              new BenchError('PORT_FAILED', `${this.name} did not start`, {
                why: cause.message,
                cause,
              }),
            ),
          );
          return undefined;
        },
      );
    } catch (error) {
      await this.close();
      throw error;
    }
    if (this.events.isOver) throw lostError(this.name, 'it ended while it opened');
    this.events.emit({ type: 'open' });
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    return writeToChild({ name: this.name, events: this.events }, this.group?.child, bytes, signal);
  }

  async close(): Promise<void> {
    this.events.emit({ type: 'closed' });
    await this.group?.end();
  }
}
