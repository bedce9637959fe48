import { printableLines } from '../base/printable.js';
import type { CliContext } from './cli-context.js';
import { paint } from './paint.js';

/** Warnings on stderr, a line each. */
export function printWarnings(context: CliContext, warnings: readonly string[]): void {
  for (const warning of warnings) {
    context.output.note(`${paint('warning', 'yellow', context.color)}: ${printableLines(warning)}`);
  }
}
