import type { Link } from '../link/link.js';
import { printable } from '../base/printable.js';
import { LinkInbox } from './link-inbox.js';
import type { RawFile } from './raw-file.js';

const MOST_SEEN = 2_000;

/** The two ends of a dialogue on a console: lines go out, what comes is kept before it is read. */
export class LinuxConsole {
  readonly name: string;
  private readonly inbox: LinkInbox;
  private seen = '';
  private bytes = 0;

  constructor(
    private readonly link: Link,
    /** What ends a line that is typed. */
    private readonly newline: '\r' | '\n',
    /** Where every byte goes first; null keeps none. */
    private readonly raw: RawFile | null,
    readonly signal: AbortSignal,
    private readonly onBytes: (receivedBytes: number) => void = () => undefined,
  ) {
    this.name = link.name;
    this.inbox = new LinkInbox(link);
  }

  /** Sends lines, each with its end. Errors: LINK_LOST, CANCELLED, TIMED_OUT. */
  send(lines: readonly string[], signal = this.signal): Promise<void> {
    const text = lines.map((line) => line + this.newline).join('');
    return this.link.write(Buffer.from(text, 'latin1'), signal);
  }

  /** Sends keys as they are, e.g. a control character. */
  press(keys: string, signal = this.signal): Promise<void> {
    return this.link.write(Buffer.from(keys, 'latin1'), signal);
  }

  /** What came, as Latin-1 text; null when nothing did in that time. Errors: LINK_LOST, CANCELLED. */
  async receive(timeoutMs: number, signal = this.signal): Promise<string | null> {
    const bytes = await this.inbox.next(timeoutMs, signal);
    if (bytes === null) return null;
    await this.raw?.append(bytes);
    this.bytes += bytes.length;
    const text = Buffer.from(bytes).toString('latin1');
    this.seen = (this.seen + text).slice(-MOST_SEEN);
    this.onBytes(this.bytes);
    return text;
  }

  /** The last readable lines, for a message. */
  lastSeen(): string {
    const lines = this.seen
      .split(/[\r\n]+/)
      .map((line) => printable(line).trim())
      .filter((line) => line !== '');
    if (lines.length === 0) return 'nothing readable came';
    return `last seen: ${lines
      .slice(-3)
      .map((line) => `"${line.slice(0, 80)}"`)
      .join(', ')}`;
  }

  close(): void {
    this.inbox.close();
  }
}
