import { TomlError, parse } from 'smol-toml';
import { BenchError, type ErrorCode } from '../base/bench-error.js';
import { printable } from '../base/printable.js';

/** Deeper nesting than any file of ours needs, and far from the end of the stack. */
const MAX_DEPTH = 64;

/**
 * Reads TOML 1.0 into plain tables, arrays and values. `name` is the file as the user knows it and
 * `code` the refusal to give: a settings file and a board file differ in what the user does next.
 * Errors: `code`, with line and column (both from 1) and the offending line in `why`.
 */
export function readToml(
  text: string,
  name: string,
  code: ErrorCode & ('BAD_SETTINGS' | 'BAD_BOARD_FILE'),
): unknown {
  try {
    return parse(text.replace(/^\ufeff/, ''), {
      maxDepth: MAX_DEPTH,
      unsafeKeyBehaviour: 'throw',
    });
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const reason = cause.message
      .split('\n', 1)
      .join('')
      .replace(/^Invalid TOML document: /, '');
    throw new BenchError(code, `${name} is not valid TOML`, {
      why: `${name}:${cause.line}:${cause.column}: ${printable(reason)}\n${quoteLine(text, cause.line)}`,
      cause,
    });
  }
}

function quoteLine(text: string, line: number): string {
  const source = text.split(/\r?\n/)[line - 1] ?? '';
  return `${line} | ${printable(source).slice(0, 100)}`;
}
