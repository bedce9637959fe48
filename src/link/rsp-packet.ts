import { BenchError } from '../base/bench-error.js';

/** What a GDB server sends, taken apart. */
export type RspItem =
  | { readonly type: 'packet'; readonly payload: Uint8Array }
  /** A packet whose checksum is wrong. */
  | { readonly type: 'damaged' }
  | { readonly type: 'ack' }
  | { readonly type: 'nak' };

const MOST_PACKET_BYTES = 1024 * 1024;
const MOST_NOISE_BYTES = 64 * 1024;

const DOLLAR = 0x24;
const HASH = 0x23;
const PERCENT = 0x25;
const PLUS = 0x2b;
const MINUS = 0x2d;
const STAR = 0x2a;
const BRACE = 0x7d;
/** A repeat count is sent as a printable character this much larger. */
const REPEAT_OFFSET = 29;

/** Frames a request: `$payload#cs`, cs being the sum of the payload's bytes modulo 256. */
export function encodePacket(payload: string): Uint8Array {
  const bytes = Buffer.from(payload, 'latin1');
  return Buffer.concat([
    Buffer.from('$'),
    bytes,
    Buffer.from(`#${checksum(bytes).toString(16).padStart(2, '0')}`),
  ]);
}

/**
 * Cuts a byte stream of the GDB remote protocol into packets, with escapes and run-lengths undone.
 * Errors of `push`: GDB_REFUSED, when the other end does not speak the protocol.
 */
export class RspReader {
  private raw: number[] = [];
  private state: 'between' | 'packet' | 'notification' | 'sum' | 'last' = 'between';
  private isNotification = false;
  private firstDigit = 0;
  private noiseBytes = 0;

  push(bytes: Uint8Array): RspItem[] {
    const items: RspItem[] = [];
    for (const byte of bytes) this.take(byte, items);
    return items;
  }

  private take(byte: number, items: RspItem[]): void {
    switch (this.state) {
      case 'between':
        if (byte === PLUS) items.push({ type: 'ack' });
        else if (byte === MINUS) items.push({ type: 'nak' });
        else if (byte === DOLLAR || byte === PERCENT) {
          this.begin(byte);
        } else this.noise();
        return;
      case 'packet':
      case 'notification':
        if (byte === HASH) this.state = 'sum';
        else if (byte === DOLLAR) this.begin(byte);
        else if (this.raw.length >= MOST_PACKET_BYTES) throw notRsp('a packet without end');
        else this.raw.push(byte);
        return;
      case 'sum':
        this.firstDigit = byte;
        this.state = 'last';
        return;
      case 'last':
        this.state = 'between';
        this.finish(String.fromCharCode(this.firstDigit, byte), items);
        return;
    }
  }

  private begin(byte: number): void {
    this.raw = [];
    this.isNotification = byte === PERCENT;
    this.state = this.isNotification ? 'notification' : 'packet';
  }

  private finish(sum: string, items: RspItem[]): void {
    const isSound = /^[0-9a-f]{2}$/i.test(sum) && parseInt(sum, 16) === checksum(this.raw);
    // Notifications are about other threads and are never acknowledged.
    if (this.isNotification) return;
    if (!isSound) {
      items.push({ type: 'damaged' });
      this.noise();
      return;
    }
    this.noiseBytes = 0;
    items.push({ type: 'packet', payload: expand(this.raw) });
  }

  private noise(): void {
    this.noiseBytes += 1;
    if (this.noiseBytes > MOST_NOISE_BYTES) throw notRsp('only bytes outside of packets');
  }
}

function checksum(bytes: Iterable<number>): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum + byte) & 0xff;
  return sum;
}

/** Undoes `}x` (x XOR 0x20) and `x*n` (x again, n - 29 times). */
function expand(raw: readonly number[]): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < raw.length; at += 1) {
    const byte = raw[at] ?? 0;
    if (byte === BRACE) {
      at += 1;
      out.push((raw[at] ?? 0) ^ 0x20);
    } else if (byte === STAR && out.length > 0) {
      at += 1;
      const repeats = (raw[at] ?? 0) - REPEAT_OFFSET;
      const last = out.at(-1) ?? 0;
      if (out.length + repeats > MOST_PACKET_BYTES) throw notRsp('a packet without end');
      for (let i = 0; i < repeats; i += 1) out.push(last);
    } else out.push(byte);
  }
  return Uint8Array.from(out);
}

function notRsp(what: string): BenchError {
  return new BenchError('GDB_REFUSED', 'the other end does not speak the GDB remote protocol', {
    why: `it sent ${what}`,
    hints: ['check that the port is that of the GDB server, not its telnet or Tcl port'],
  });
}
