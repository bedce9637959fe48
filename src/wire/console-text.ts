/** Tells what an unfinished line could still become. */
export type MayBePayload = (unfinished: Uint8Array) => boolean;

/**
 * Lets through what a person should see of a console: everything but the lines of dumps. Text of a
 * line that has not ended is let through as soon as it cannot be part of a dump, so that prompts
 * and echoes appear at once.
 */
export class ConsoleText {
  private readonly show: (bytes: Uint8Array) => void;
  /** Bytes of the unfinished line already shown. */
  private shownBytes = 0;
  private isHidden = false;

  constructor(show: (bytes: Uint8Array) => void) {
    this.show = show;
  }

  line(raw: Uint8Array, isPayload: boolean): void {
    // What was shown of a line before it turned out to be payload needs its line end as well.
    this.isHidden = isPayload && this.shownBytes === 0;
    if (!isPayload) this.emit(raw.subarray(this.shownBytes));
    this.shownBytes = 0;
  }

  lineEnd(byte: number): void {
    if (!this.isHidden) this.show(Uint8Array.of(byte));
  }

  /** After each chunk: the line that has not ended, and whether to hold it back. */
  unfinished(raw: Uint8Array, mayBePayload: MayBePayload): void {
    if (raw.length <= this.shownBytes || mayBePayload(raw)) return;
    this.emit(raw.subarray(this.shownBytes));
    this.shownBytes = raw.length;
  }

  private emit(bytes: Uint8Array): void {
    if (bytes.length > 0) this.show(bytes);
  }
}
