import type { BenchError } from '../base/bench-error.js';
import { printableLines } from '../base/printable.js';
import { paint } from './paint.js';
import { MalformedStoreError } from './malformed-store-error.js';

export interface PrintErrorOptions {
  readonly json: boolean;
  readonly debug: boolean;
  readonly color: boolean;
}

/** Where an error's text goes: an object on stdout for scripts, sentences on stderr for people. */
export interface PrintedError {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The text of an error: `error[CODE]: …`, what was found, and a `hint:` line for each way on. Text
 * from outside is made printable. The stack is only there with `debug`.
 */
export function printError(error: BenchError, options: PrintErrorOptions): PrintedError {
  const stack = options.debug ? `${stackOf(error)}\n` : '';
  if (options.json) {
    return { stdout: `${JSON.stringify({ error: errorObject(error) })}\n`, stderr: stack };
  }
  const label = paint(`error[${error.code}]`, 'red', options.color);
  const lines = [`${label}: ${printableLines(error.message)}`];
  if (error.why !== undefined) {
    lines.push(...printableLines(error.why).split('\n').map(indented));
  }
  lines.push(...error.hints.map((hint) => `hint: ${printableLines(hint)}`));
  return { stdout: '', stderr: `${lines.join('\n')}\n${stack}` };
}

/** The error as scripts see it; a refused store also lists its malformed files. */
export function errorObject(error: BenchError): Readonly<Record<string, unknown>> {
  return {
    ...(error.code === 'MALFORMED_CAPTURE' ? { type: 'malformed-capture' } : {}),
    ...(error instanceof MalformedStoreError
      ? {
          files: error.files.map(({ file, error: { why, message } }) => ({
            file,
            error: why ?? message,
          })),
        }
      : {}),
    code: error.code,
    message: error.message,
    why: error.why ?? null,
    hints: error.hints,
  };
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}

/** The stack of an error and of what caused it, at most eight deep. */
function stackOf(error: Error): string {
  const parts: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    parts.push(`${depth === 0 ? '' : 'caused by: '}${current.stack ?? current.message}`);
    current = current.cause;
  }
  return printableLines(parts.join('\n'));
}
