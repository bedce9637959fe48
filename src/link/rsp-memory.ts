import { BenchError, isBenchError } from '../base/bench-error.js';
import type { MemoryBlock, MemoryRange } from '../base/memory.js';
import { printable } from '../base/printable.js';
import type { AfterRead } from '../board/board.js';
import type { Link } from './link.js';
import type { MemorySource } from './memory-source.js';
import { RspClient, type RequestOptions } from './rsp-client.js';
import { doubtZeros, isOpenOcd, runMonitor } from './rsp-monitor.js';
import { unreadableError } from './unreadable-error.js';

/** Where PacketSize is not announced, what every server takes (simavr dies of more). */
const SMALLEST_READ_BYTES = 128;
const LARGEST_READ_BYTES = 4096;
const LARGEST_WRITE_BYTES = 128;
/** A halted target says so at once; a running one says nothing. */
const STOP_REPLY_MS = 1_500;
const LEAVE_MS = 2_000;
const SIGINT = 2;

export interface RspOptions {
  readonly afterRead: AfterRead;
  /** Longest wait for one answer. */
  readonly timeoutMs: number;
  /** Commands for the server itself, sent after connecting, e.g. `swdp_scan`. */
  readonly monitor?: readonly string[];
  /** What to attach to then, for a probe that has to be told. */
  readonly attach?: number | null;
  /** Looked-up facts for the case that the server takes the connection and says nothing. */
  readonly onSilence?: () => Promise<readonly string[]>;
}

/**
 * Target memory through a GDB server: connects, halts, reads, and leaves the target as it was found.
 * Running before: the server told of a stop by itself, or `?` says it stopped on request (SIGINT), or
 * it had to be interrupted. Closing the socket alone leaves QEMU halted, so a target that is to run
 * is detached from (`D`, or `D;1` where a server has seen process ids before).
 */
export class RspMemory implements MemorySource {
  readonly name: string;
  readonly warnings: string[] = [];
  private client: RspClient | null = null;
  private running: boolean | null = null;
  /** The server never said a word: somebody else's target is not ours to resume. */
  private isSilent = false;
  /** We attached, which halts: what it did before is not known, so it is set running again. */
  private isAttached = false;
  /** The server answers memory it cannot read with zeros. */
  private isZeroDoubtful = false;
  private readBytes = SMALLEST_READ_BYTES;
  private closing: Promise<void> | null = null;

  constructor(
    private readonly link: Link,
    private readonly options: RspOptions,
  ) {
    this.name = link.name;
  }

  get wasRunning(): boolean {
    return this.running === true;
  }

  async open(signal: AbortSignal): Promise<void> {
    try {
      if (signal.aborted) throw cancelled(this.name);
      // Not cancelled half-way: a server that has just taken a connection has halted its target, and
      // would leave it so if we hung up without a word.
      await this.link.open(new AbortController().signal);
      this.client = new RspClient(this.link);
      if (signal.aborted) throw cancelled(this.name);
      await this.greet(this.client, this.within(signal));
      await this.prepare(this.client, this.within(signal));
      this.running = await this.halt(this.client, this.within(signal));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async read(range: MemoryRange, signal: AbortSignal): Promise<MemoryBlock> {
    const bytes = new Uint8Array(range.sizeBytes);
    for (let done = 0; done < range.sizeBytes;) {
      const wanted = Math.min(this.readBytes, range.sizeBytes - done);
      const got = await this.readSome(range.address + done, wanted, signal);
      // A server may refuse what it announced it can do: ask for less before giving up.
      if (got === null) this.readBytes = Math.max(SMALLEST_READ_BYTES, wanted >> 1);
      else {
        bytes.set(got, done);
        done += got.length;
      }
    }
    return { address: range.address, bytes };
  }

  async write(block: MemoryBlock, signal: AbortSignal): Promise<void> {
    for (let done = 0; done < block.bytes.length;) {
      const part = block.bytes.subarray(done, done + LARGEST_WRITE_BYTES);
      const address = block.address + done;
      const answer = await this.ask(
        `M${address.toString(16)},${part.length.toString(16)}:${Buffer.from(part).toString('hex')}`,
        signal,
      );
      if (answer !== 'OK')
        throw unreadableError(this.name, 'write', { address, sizeBytes: part.length }, answer);
      done += part.length;
    }
  }

  close(): Promise<void> {
    this.closing ??= this.leave();
    return this.closing;
  }

  private async greet(client: RspClient, options: RequestOptions): Promise<void> {
    let features: string;
    try {
      features = await client.request('qSupported', options);
    } catch (error) {
      if (!isBenchError(error, 'NO_ANSWER')) throw error;
      this.isSilent = true;
      throw await this.silent(error);
    }
    const size = /(?:^|;)PacketSize=([0-9a-fA-F]{1,8})(?:;|$)/.exec(features)?.[1];
    if (size !== undefined) {
      const fits = (parseInt(size, 16) - 4) >> 1;
      this.readBytes = Math.min(LARGEST_READ_BYTES, Math.max(16, fits));
    }
    if (/(?:^|;)QStartNoAckMode\+/.test(features)) await client.stopAcknowledging(options);
    if (/(?:^|;)qXfer:threads:read\+/.test(features)) {
      this.isZeroDoubtful = await isOpenOcd(client, options);
    }
  }

  /** Runs the board's own commands and attaches where the server has to be told to what. */
  private async prepare(client: RspClient, options: RequestOptions): Promise<void> {
    const { monitor = [], attach = null } = this.options;
    await runMonitor(client, this.name, monitor, options);
    if (attach === null) return;
    const request = `vAttach;${attach.toString(16)}`;
    // Attaching halts the target, and the probe cannot say what it did before.
    this.isAttached = true;
    const reply = await client.request(request, { ...options, isStopAsked: true });
    if (/^[TS][0-9a-fA-F]{2}/.test(reply)) return;
    this.isAttached = false;
    throw new BenchError('GDB_REFUSED', `${this.name} does not attach to target ${attach}`, {
      why: `it answered ${printable(reply.slice(0, 80)) || 'nothing (not supported)'}`,
      hints: ['check that the board has power and is wired to the probe'],
    });
  }

  /** Makes sure the target stands still; true when it was running. */
  private async halt(client: RspClient, options: RequestOptions): Promise<boolean> {
    const timeoutMs = Math.min(options.timeoutMs, STOP_REPLY_MS);
    let reply: string;
    try {
      reply = await client.request('?', { ...options, timeoutMs, isStopAsked: true });
    } catch (error) {
      if (!isBenchError(error, 'NO_ANSWER')) throw error;
      reply = await client.interrupt(options);
      checkStopped(this.name, reply);
      return true;
    }
    checkStopped(this.name, reply);
    if (this.isAttached) return true;
    return client.hasStoppedByItself || parseInt(reply.slice(1, 3), 16) === SIGINT;
  }

  /** Null when the server refuses this many bytes but may give fewer. */
  private async readSome(
    address: number,
    sizeBytes: number,
    signal: AbortSignal,
  ): Promise<Uint8Array | null> {
    const answer = await this.ask(`m${address.toString(16)},${sizeBytes.toString(16)}`, signal);
    if (/^(?:[0-9a-fA-F]{2})+$/.test(answer) && answer.length <= sizeBytes * 2) {
      const bytes = Buffer.from(answer, 'hex');
      await this.refuseFalseZeros({ address, sizeBytes: bytes.length }, bytes, signal);
      return bytes;
    }
    if (answer.startsWith('E') && sizeBytes > SMALLEST_READ_BYTES) return null;
    throw unreadableError(this.name, 'read', { address, sizeBytes }, answer);
  }

  private async refuseFalseZeros(
    range: MemoryRange,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<void> {
    if (!this.isZeroDoubtful || !this.client || bytes.some((byte) => byte !== 0)) return;
    const said = await doubtZeros(this.client, range, this.within(signal));
    if (said !== null) throw unreadableError(this.name, 'read', range, said);
  }

  private async ask(payload: string, signal: AbortSignal): Promise<string> {
    if (!this.client || this.closing) {
      throw new BenchError('LINK_LOST', `the connection to ${this.name} is not open`);
    }
    return await this.client.request(payload, this.within(signal));
  }

  private within(signal: AbortSignal): RequestOptions {
    return { signal, timeoutMs: this.options.timeoutMs };
  }

  private async silent(cause: BenchError): Promise<BenchError> {
    return new BenchError('NO_ANSWER', `${this.name} takes the connection but does not answer`, {
      why: `${cause.why ?? ''}; a GDB server talks to one client at a time`,
      hints: [
        ...((await this.options.onSilence?.()) ?? []),
        'leave any other debugger with `detach` or `disconnect`, then try again',
      ],
      cause,
    });
  }

  private async leave(): Promise<void> {
    const { client } = this;
    if (client && !this.isSilent) {
      const options = { signal: new AbortController().signal, timeoutMs: LEAVE_MS };
      try {
        if (await this.isToRun(client, options)) await detach(client, options);
      } catch (error) {
        // A connection that never came about or broke has nothing to be left.
        if (this.running !== null && !isBenchError(error, 'LINK_LOST')) {
          this.warnings.push(`${this.name}: the target may still be halted`);
        }
      }
    }
    client?.close();
    await this.link.close();
  }

  private async isToRun(client: RspClient, options: RequestOptions): Promise<boolean> {
    const { afterRead } = this.options;
    if (afterRead !== 'as-found') return afterRead === 'running';
    // Cancelled before it was known: connecting alone may have halted the target.
    const accept = /^[TSWX]/;
    this.running ??= client.hasStoppedByItself || (await this.halt(client, { ...options, accept }));
    return this.running;
  }
}

function cancelled(name: string): BenchError {
  return new BenchError('CANCELLED', `connecting to ${name} was cancelled`);
}

function checkStopped(name: string, reply: string): void {
  if (/^[TS][0-9a-fA-F]{2}/.test(reply)) return;
  throw new BenchError('GDB_REFUSED', `${name} has no halted target`, {
    why: `asked why the target stands still, the server answered ${printable(reply.slice(0, 80)) || 'nothing'}`,
    hints: [
      'a Black Magic Probe is told what to attach to: monitor = ["swdp_scan"], attach = 1 in [memory]',
    ],
  });
}

async function detach(client: RspClient, options: RequestOptions): Promise<void> {
  // An answer that was given up may still be on its way and come first; so may an error, hence the
  // third try.
  const accept = /^(OK|E.*|)$/;
  client.fallSilent();
  for (const request of ['D', 'D;1', 'D']) {
    if ((await client.request(request, { ...options, accept })) === 'OK') return;
  }
  throw new BenchError('GDB_REFUSED', 'the server does not detach');
}
