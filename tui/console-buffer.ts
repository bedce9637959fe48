import type { ConsoleChunk } from '../src/session/bench-session.js';

/** Gathers console text, so that a fast board costs one step of the reducer for each repaint. */
export class ConsoleBuffer {
  private decoder = newDecoder();
  private text = '';
  private at: Date | null = null;

  constructor(
    private readonly pauseMs: number,
    /** Called when there is text that waited long enough. */
    private readonly onReady: () => void,
  ) {}

  /** Takes bytes; a character cut in two waits for its other half. */
  push(chunk: ConsoleChunk): void {
    this.text += this.decoder.decode(chunk.bytes, { stream: true });
    if (this.at !== null) return;
    this.at = chunk.at;
    setTimeout(this.onReady, this.pauseMs).unref();
  }

  /** What came since the last call and when it began, or null. */
  take(): { readonly text: string; readonly at: Date } | null {
    const { text, at } = this;
    this.text = '';
    this.at = null;
    return at === null || text === '' ? null : { text, at };
  }

  /** Forgets everything: the next bytes are those of another board. */
  clear(): void {
    this.take();
    this.decoder = newDecoder();
  }
}

function newDecoder() {
  return new TextDecoder('utf-8', { ignoreBOM: true });
}
