import type { BinaryFormat, BinaryReader } from './binary-format.js';
import { BINARY_FORMATS } from './binary-formats.js';

/** What a scanner tells and asks, in order. */
export interface ScannerEvents {
  /** Bytes of console text. */
  text(bytes: Uint8Array): void;
  /** The line of text that has not ended. */
  unfinished(): Buffer;
  /** Bytes at the end of the text are none: they start a dump. Gives its reader. */
  open(format: BinaryFormat, takeBackBytes: number): BinaryReader;
  /** Bytes that a reader has taken. */
  taken(sizeBytes: number, lineFeeds: number): void;
  /** The reader gave the console back. */
  closed(): void;
}

interface Match {
  readonly format: BinaryFormat;
  readonly at: number;
}

const LF = 0x0a;
const LONGEST_TRIGGER = 16;
const NOWHERE = -1;
const UNKNOWN = -2;
const TRIGGERS = BINARY_FORMATS.flatMap((format) =>
  format.triggers.map((trigger) => ({ format, trigger: Buffer.from(trigger, 'latin1') })),
);

/**
 * Parts a stream into console text and binary dumps, whichever way it is chunked. Text is passed on
 * at once; when it turns out to be the start of a dump, it is taken back.
 */
export class BinaryScanner {
  /** Bytes that are not decided yet, or may become part of a trigger. */
  private pending = Buffer.alloc(0);
  /** How many of them were passed on as text. */
  private passed = 0;
  private reader: BinaryReader | null = null;
  private isAfterBlock = false;
  /** Remains of older dumps in a memory image: nothing there is a dump, until text comes. */
  isStale = false;

  constructor(private readonly events: ScannerEvents) {}

  push(chunk: Uint8Array): void {
    let rest: Uint8Array | null = chunk;
    while (rest !== null) {
      rest = this.reader === null ? this.scan(rest, false) : this.feed(this.reader, rest);
    }
  }

  /** The stream is over: what is not decided is text. */
  end(): void {
    if (this.reader !== null) return;
    let rest = this.scan(new Uint8Array(), true);
    while (rest !== null) {
      rest = this.reader === null ? this.scan(rest, true) : this.feed(this.reader, rest);
    }
  }

  private feed(reader: BinaryReader, bytes: Uint8Array): Uint8Array | null {
    const rest = reader.takeBytes(bytes);
    // What is given back may have come in chunks before this one.
    const sizeBytes = bytes.length - (rest?.length ?? 0);
    const lineFeeds = countLineFeeds(bytes) - countLineFeeds(rest ?? new Uint8Array());
    this.events.taken(sizeBytes, lineFeeds);
    if (rest === null) return null;
    this.reader = null;
    this.isAfterBlock = reader.mayLeaveRemains === true;
    this.events.closed();
    return rest;
  }

  /** Gives the bytes a dump starts with, or null when all of it was text so far. */
  private scan(chunk: Uint8Array, isAll: boolean): Uint8Array | null {
    this.pending =
      this.pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.pending, chunk]);
    const { pending } = this;
    if (this.isAfterBlock && pending.length > 0) {
      this.isAfterBlock = false;
      this.isStale = isNoText(pending[0]);
    }
    const triggers = new TriggerSearch(pending);
    let from = 0;
    for (;;) {
      const match = triggers.first(from);
      const partial = isAll ? -1 : firstPartial(pending, from);
      if (match === null || (partial >= 0 && partial < match.at)) {
        this.pass(pending.length);
        this.keep(partial < 0 ? pending.length : partial);
        return null;
      }
      if (this.isStale) this.pass(match.at);
      const bytes = pending.subarray(match.at);
      const verdict = this.isStale ? 'no' : match.format.probe(bytes);
      if (verdict === 'more' && !isAll) {
        this.pass(match.at);
        this.keep(match.at);
        return null;
      }
      const started = verdict === 'yes' ? this.start(match, bytes) : null;
      if (started !== null) return started;
      from = match.at + 1;
    }
  }

  /** Opens the dump, unless what stands before it shows that it is none. */
  private start({ format, at }: Match, bytes: Buffer): Uint8Array | null {
    this.pass(at);
    const line = this.events.unfinished();
    const early = this.passed - at;
    if (early > line.length) return null;
    const before = line.subarray(0, line.length - early);
    const lead = format.lead(before, bytes);
    if (lead === null) return null;
    const name = Buffer.from(before.subarray(before.length - lead));
    this.reader = this.events.open(format, early + lead);
    this.pending = Buffer.alloc(0);
    this.passed = 0;
    return Buffer.concat([name, bytes]);
  }

  /** Passes on what comes before `end`, as far as it was not yet. */
  private pass(end: number): void {
    if (end <= this.passed) return;
    this.events.text(this.pending.subarray(this.passed, end));
    this.passed = end;
  }

  private keep(from: number): void {
    this.pending = Buffer.from(this.pending.subarray(from));
    this.passed = Math.max(0, this.passed - from);
  }
}

/** Finds triggers from left to right, each of them once. */
class TriggerSearch {
  private readonly next = TRIGGERS.map(() => UNKNOWN);

  constructor(private readonly bytes: Buffer) {}

  first(from: number): Match | null {
    let first: Match | null = null;
    for (const [index, { format, trigger }] of TRIGGERS.entries()) {
      let at = this.next[index] ?? NOWHERE;
      if (at !== NOWHERE && at < from) at = this.bytes.indexOf(trigger, from);
      this.next[index] = at;
      if (at >= 0 && (first === null || at < first.at)) first = { format, at };
    }
    return first;
  }
}

/** Where the end of the bytes could be the start of a trigger, or -1. */
function firstPartial(bytes: Buffer, from: number): number {
  const start = Math.max(from, bytes.length - LONGEST_TRIGGER);
  for (let at = start; at < bytes.length; at += 1) {
    const tail = bytes.subarray(at);
    const isPartial = TRIGGERS.some(
      ({ trigger }) =>
        tail.length < trigger.length && tail.equals(trigger.subarray(0, tail.length)),
    );
    if (isPartial) return at;
  }
  return -1;
}

function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === LF) count += 1;
  return count;
}

/** Console text goes on with a line end or a character; memory with anything. */
function isNoText(byte: number | undefined): boolean {
  if (byte === undefined || byte === 0x0a || byte === 0x0d || byte === 0x1b) return false;
  return byte < 0x20 || byte >= 0x7f;
}
