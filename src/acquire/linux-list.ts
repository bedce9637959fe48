import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import { parseListing, type ListedFile } from '../wire/linux-listing.js';
import { shellWord } from '../wire/linux-quote.js';
import type { LinuxShell } from './linux-shell.js';
import type { LinuxTools } from './linux-tools.js';
import { payloadBytes, printCommand, readBytes } from './linux-read.js';

export interface LinuxListing {
  readonly files: readonly ListedFile[];
  /** What could not be looked at, in words. */
  readonly warnings: readonly string[];
}

const MOST_FILES = 50_000;
const MOST_WORDS = 3;

/**
 * Every `.gcda` file below some folders of the board, with its checksum; names arrive NUL-ended,
 * so any name is whole. Errors: DAMAGED_DUMP when no listing comes over whole, those of the shell.
 */
export async function listDataFiles(
  shell: LinuxShell,
  tools: LinuxTools,
  folders: readonly string[],
): Promise<LinuxListing> {
  const sum = tools.sum?.command ?? ':';
  const each = `for f in "$@";do printf "%s\\0" "$f" "$(${sum}<"$f" 2>/dev/null)" "$(wc -c<"$f" 2>/dev/null)";done`;
  const roots = folders.map((folder) => shellWord(`${latin1(folder)}/`)).join(' ');
  // Kept in a variable, so that what is summed up is what is printed.
  const list = `L=$(find ${roots} -type f -name '*.gcda' -exec sh -c '${each}' x {} ${tools.execEnd} 2>/dev/null|${printCommand(tools)})`;
  // Summing up thousands of files takes its time and prints nothing.
  const text = await readBytes(shell, tools, list, `printf '%s\\n' "$L"`, Infinity);
  const bytes = text === null ? null : payloadBytes(Buffer.from(text).toString('latin1'), tools);
  const files = bytes === null ? null : parseListing(bytes);
  if (files === null || files.length > MOST_FILES) {
    throw new BenchError('DAMAGED_DUMP', `no list of files came whole from ${shell.console.name}`, {
      why: shell.console.lastSeen(),
      hints: ['keep other programs from printing on this console, then fetch again'],
    });
  }
  return { files, warnings: await lookedAway(shell, roots) };
}

/** Folders the user of this shell may not look into could hold files. */
async function lookedAway(shell: LinuxShell, roots: string): Promise<readonly string[]> {
  const said = await shell.ask(`find ${roots} 2>&1 >/dev/null|grep -v 'No such file'`);
  const lines = said
    .split('\n')
    .map((line) => printable(line).trim())
    .filter((line) => line.startsWith('find:'));
  return lines
    .slice(0, MOST_WORDS)
    .map((line) => `files may be missing, the board could not look everywhere: ${line}`);
}

function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
