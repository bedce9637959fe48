import { createHash } from 'node:crypto';

const ROW_CHARS = 76;

/**
 * The SHA-256 an RTEMS dump ends with. It is of the base64 text as it was sent: a line feed after
 * each 76 characters and one at the end, no carriage returns; however a terminal folded it since.
 */
export class Base64Sum {
  private readonly hash = createHash('sha256');
  private rest = '';

  add(digits: string): void {
    const text = this.rest + digits;
    let at = 0;
    for (; at + ROW_CHARS <= text.length; at += ROW_CHARS) {
      this.hash.update(`${text.slice(at, at + ROW_CHARS)}\n`);
    }
    this.rest = text.slice(at);
  }

  /** True when `printed`, base64 of either alphabet, is the sum of all that was added. */
  matches(printed: string): boolean {
    const sum = this.hash.copy().update(`${this.rest}\n`).digest('base64');
    return printed.replaceAll('-', '+').replaceAll('_', '/') === sum;
  }
}
