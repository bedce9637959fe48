import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from '../../base/bench-error.js';
import { printable } from '../../base/printable.js';
import type { CliContext } from '../cli-context.js';
import { paint } from '../paint.js';

const LINE_MS = 60;
const STEP_MS = 900;
const KEY_MS = 90;

/** Tells a story on the terminal, at a pace one can read; at once and plain in a pipe. */
export class DemoScreen {
  private readonly isPaced: boolean;
  private step = 0;

  constructor(private readonly context: CliContext) {
    this.isPaced = context.isTerminal && !context.isCi;
  }

  /** A new chapter. */
  async title(text: string): Promise<void> {
    await this.pause(STEP_MS);
    this.step += 1;
    await this.write(`\n${paint(`${this.step}  ${text}`, 'bold', this.context.color)}\n`);
  }

  /** The storyteller's own words. */
  async say(text: string): Promise<void> {
    for (const line of text.split('\n')) await this.line(`   ${line}`);
  }

  /** Text that is shown, not told: output, a message, a difference. */
  async show(text: string): Promise<void> {
    for (const line of text.replace(/\n+$/, '').split('\n')) {
      await this.line(paint(`   │ ${printable(line)}`.trimEnd(), 'dim', this.context.color));
    }
  }

  async good(text: string): Promise<void> {
    await this.line(`   ${this.sign('✓', '+', 'green')} ${printable(text)}`);
  }

  async warn(text: string): Promise<void> {
    await this.line(`   ${this.sign('!', '!', 'yellow')} ${printable(text)}`);
  }

  async bad(text: string): Promise<void> {
    await this.line(`   ${this.sign('✗', 'x', 'red')} ${printable(text)}`);
  }

  /** A command as somebody would type it. */
  async type(prompt: string, text: string): Promise<void> {
    if (!this.isPaced) {
      await this.line(`   ${prompt}${text}`);
      return;
    }
    await this.write(`   ${prompt}`);
    for (const letter of text) {
      await this.pause(KEY_MS);
      await this.write(paint(letter, 'cyan', this.context.color));
    }
    await this.pause(LINE_MS * 4);
    await this.write('\n');
  }

  async pause(ms: number): Promise<void> {
    const { signal } = this.context;
    if (this.isPaced) await sleep(ms, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw new BenchError('CANCELLED', 'the demo was stopped');
  }

  private async line(text: string): Promise<void> {
    await this.pause(LINE_MS);
    await this.write(`${this.context.ascii ? text.replaceAll('│', '|') : text}\n`);
  }

  private sign(mark: string, ascii: string, color: 'green' | 'yellow' | 'red'): string {
    return paint(this.context.ascii ? ascii : mark, color, this.context.color);
  }

  private async write(text: string): Promise<void> {
    await this.context.output.data(text);
  }
}
