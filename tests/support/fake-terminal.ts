import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

/** A terminal's two ends in memory: what is typed, and everything written. */
export class FakeTerminal {
  readonly stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    modes: [] as boolean[],
    setRawMode(isRaw: boolean) {
      this.modes.push(isRaw);
      return this;
    },
  });
  readonly stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  private written = '';

  constructor() {
    this.stdout.on('data', (data: Buffer) => {
      this.written += data.toString('utf8');
    });
  }
  type(text: string | Uint8Array): void {
    this.stdin.write(text);
  }
  raw(): string {
    return this.written;
  }
  text(): string {
    return stripVTControlCharacters(this.written).replaceAll('\r', '');
  }
  async waitFor(words: string): Promise<void> {
    const deadline = Date.now() + 8_000;
    while (!this.text().includes(words)) {
      if (Date.now() > deadline) throw new Error(`no "${words}" in:\n${this.text()}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  get streams(): { stdin: NodeJS.ReadStream; stdout: NodeJS.WriteStream } {
    return {
      stdin: this.stdin as unknown as NodeJS.ReadStream,
      stdout: this.stdout as unknown as NodeJS.WriteStream,
    };
  }
}
