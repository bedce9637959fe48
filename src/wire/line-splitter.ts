/** One line of a console log. */
export interface LogLine {
  /** Printable text only: escape sequences and control characters are gone, the end is trimmed. */
  readonly text: string;
  /** Counted from 1 by line feeds, as editors do. */
  readonly number: number;
  /** Byte offset of its first byte. */
  readonly offset: number;
}

/** What a splitter tells, in order. */
export interface LineEvents {
  /** A whole line with its bytes as they came, without the line end. */
  line(line: LogLine, raw: Uint8Array): void;
  /** A byte of the end of the line told last. */
  lineEnd(byte: number): void;
}

const LF = 0x0a;
const CR = 0x0d;
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Cuts a byte stream into lines, however it is chunked. LF, CR LF, CR CR LF (a terminal that adds a
 * CR of its own) and a lone CR end a line. A line past 16 MiB is cut there.
 */
export class LineSplitter {
  private readonly events: LineEvents;
  private parts: Uint8Array[] = [];
  private sizeBytes = 0;
  private offset = 0;
  private lineFeeds = 0;
  private loneReturns = 0;
  private isAfterReturn = false;

  constructor(events: LineEvents) {
    this.events = events;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte !== LF && byte !== CR) continue;
      this.append(chunk.subarray(start, at));
      start = at + 1;
      this.terminate(byte);
    }
    this.append(chunk.subarray(start));
  }

  /** Tells the unfinished last line, if there is one. */
  end(): void {
    if (this.sizeBytes > 0) this.emit();
  }

  /** Number of the line that has not ended. */
  get lineNumber(): number {
    return 1 + (this.lineFeeds > 0 ? this.lineFeeds : this.loneReturns);
  }

  /** Offset of the next byte. */
  get position(): number {
    return this.offset + this.sizeBytes;
  }

  /** Takes back bytes of the line that has not ended; what is left of it ends here, if anything. */
  cut(sizeBytes: number): void {
    const line = this.unfinished();
    const kept = Uint8Array.from(line.subarray(0, line.length - sizeBytes));
    this.parts = [kept];
    this.sizeBytes = kept.length;
    if (kept.length > 0) this.emit();
  }

  /** Passes over bytes that are no text. */
  skip(sizeBytes: number, lineFeeds: number): void {
    this.offset += sizeBytes;
    this.lineFeeds += lineFeeds;
    this.isAfterReturn = false;
  }

  get unfinishedBytes(): number {
    return this.sizeBytes;
  }

  /** Bytes of the line that has not ended yet. */
  unfinished(): Uint8Array {
    const whole = Buffer.concat(this.parts);
    this.parts = this.sizeBytes === 0 ? [] : [whole];
    return whole;
  }

  private append(bytes: Uint8Array): void {
    let rest = bytes;
    while (this.sizeBytes + rest.length > MAX_LINE_BYTES) {
      const room = MAX_LINE_BYTES - this.sizeBytes;
      this.keep(rest.subarray(0, room));
      this.emit();
      rest = rest.subarray(room);
    }
    this.keep(rest);
  }

  private keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    // A copy, since a reader may use its buffer again; `slice` of a Buffer would be none.
    this.parts.push(Uint8Array.from(bytes));
    this.sizeBytes += bytes.length;
  }

  private terminate(byte: number): void {
    const continuesLineEnd = this.isAfterReturn && this.sizeBytes === 0;
    if (!continuesLineEnd) {
      this.emit();
      if (byte === CR) this.loneReturns += 1;
    }
    if (byte === LF) this.lineFeeds += 1;
    this.events.lineEnd(byte);
    this.offset += 1;
    this.isAfterReturn = byte === CR;
  }

  private emit(): void {
    const raw = this.unfinished();
    const line = { text: cleanText(raw), number: this.lineNumber, offset: this.offset };
    this.parts = [];
    this.sizeBytes = 0;
    this.offset += raw.length;
    this.isAfterReturn = false;
    this.events.line(line, raw);
  }
}

// Escape sequences a console mixes in: OSC up to BEL or ST, CSI, and single ones.
const ESCAPES =
  // eslint-disable-next-line no-control-regex
  /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\[[0-?]*[ -/]*[@-~]?|[ -/]*[0-~]?)/g;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f]/g;

/**
 * The text of a line: Latin-1, so that every byte stays one character; without a UTF-8 byte order
 * mark, escape sequences, NULs and other control characters.
 */
export function cleanText(raw: Uint8Array): string {
  let text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  if (text.startsWith('\u00ef\u00bb\u00bf')) text = text.slice(3);
  return text.replace(ESCAPES, '').replace(CONTROLS, '').trimEnd();
}
