import { printableLines } from '../base/printable.js';
import type { CliContext } from './cli-context.js';

/** Warnings on stderr, a line each. */
export function printWarnings(context: CliContext, warnings: readonly string[]): void {
  for (const warning of warnings) {
    const sign = context.color ? '\u001b[33mwarning\u001b[39m' : 'warning';
    context.output.note(`${sign}: ${printableLines(warning)}`);
  }
}
