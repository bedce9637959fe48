const ESC = 0x1b;
const BEL = 0x07;
/** Introduce strings a terminal would act on: title, clipboard, device control. */
const STRING_STARTS = new Set([0x5d, 0x50, 0x58, 0x5e, 0x5f]);
/** Ends of control sequences that make the terminal answer, or resize and move its window. */
const ANSWERED = new Set(['c', 'n', 't', 'x', 'q', 'p', 'y'].map((end) => end.charCodeAt(0)));
const MAX_SEQUENCE = 256;

type Mode = 'text' | 'escape' | 'control' | 'string' | 'string-escape';

/**
 * Lets a board's colours and cursor moves through to the terminal, and nothing that could set the
 * title, write the clipboard or make the terminal type an answer. Bytes in, bytes out, however the
 * sequences are cut into chunks.
 */
export class ConsoleFilter {
  private mode: Mode = 'text';
  private held: number[] = [];

  /** The bytes that may be shown. */
  take(bytes: Uint8Array): Uint8Array {
    const out: number[] = [];
    for (const byte of bytes) this.step(byte, out);
    return Uint8Array.from(out);
  }

  private step(byte: number, out: number[]): void {
    switch (this.mode) {
      case 'text':
        if (byte === ESC) this.hold(byte, 'escape');
        else out.push(byte);
        return;
      case 'escape':
        if (STRING_STARTS.has(byte)) this.drop('string');
        else if (byte === 0x5b) this.hold(byte, 'control');
        else if (byte === 0x63) this.drop('text');
        else this.release(byte, out);
        return;
      case 'control':
        this.control(byte, out);
        return;
      case 'string':
        if (byte === BEL) this.mode = 'text';
        else if (byte === ESC) this.mode = 'string-escape';
        return;
      case 'string-escape':
        this.mode = byte === 0x5c ? 'text' : 'string';
        return;
    }
  }

  private control(byte: number, out: number[]): void {
    const isEnd = byte >= 0x40 && byte <= 0x7e;
    if (!isEnd && this.held.length < MAX_SEQUENCE) this.hold(byte, 'control');
    else if (!isEnd || ANSWERED.has(byte)) this.drop('text');
    else this.release(byte, out);
  }

  private hold(byte: number, mode: Mode): void {
    this.held.push(byte);
    this.mode = mode;
  }

  private release(byte: number, out: number[]): void {
    out.push(...this.held, byte);
    this.drop('text');
  }

  private drop(mode: Mode): void {
    this.held = [];
    this.mode = mode;
  }
}
