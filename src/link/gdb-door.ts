import type { Link } from './link.js';
import { MiClient } from './mi-client.js';
import { PtyLink } from './pty-link.js';

export interface GdbDoorOptions {
  /** Shows the tester lines to act on. */
  readonly instruct: (lines: readonly string[]) => void;
  readonly signal: AbortSignal;
  /** Longest wait for the tester. */
  readonly timeoutMs: number;
}

/**
 * The way into the tester's own gdb. Outlives a single look at the target, so that the tester pastes
 * once a session.
 */
export class GdbDoor {
  private link: Link | null = null;
  private client: MiClient | null = null;

  /** `makeOwn` gives a terminal the tester already shares with gdb, if they named one. */
  constructor(
    private readonly name: string,
    private readonly makeOwn: (() => Link) | null = null,
  ) {}

  /**
   * The conversation with gdb; asks the tester for it where there is none yet. Errors: PORT_…,
   * PROGRAM_MISSING, NO_ANSWER, CANCELLED.
   */
  async enter({ instruct, signal, timeoutMs }: GdbDoorOptions): Promise<MiClient> {
    if (this.client && !this.client.isOver) return this.client;
    await this.close();
    const link = this.makeOwn?.() ?? new PtyLink(this.name);
    this.link = link;
    try {
      await link.open(signal);
      const client = new MiClient(link);
      const place = link instanceof PtyLink ? link.farPath : 'the other end of that terminal';
      instruct([`paste into your gdb, at its prompt:`, `new-ui mi3 ${place}`]);
      if (this.makeOwn) await link.write(Buffer.from('\n'), signal);
      await client.greeted({ signal, timeoutMs });
      this.client = client;
      instruct(['gdb is connected; go on with it as usual']);
      return client;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.client?.close();
    this.client = null;
    const { link } = this;
    this.link = null;
    await link?.close();
  }
}
