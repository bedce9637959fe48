import type { Link } from '../link/link.js';
import { pathOf } from '../wire/judge-image.js';
import { quoted, shellWord } from '../wire/linux-quote.js';
import { withLinuxShell, type LinuxDialogue } from './linux-dialogue.js';
import { listDataFiles } from './linux-list.js';
import { foldersOf } from './linux-nothing.js';
import { countingProcesses, processWords } from './linux-processes.js';
import { MOST_SCRIPT_BYTES, type LinuxShell } from './linux-shell.js';
import { findTools } from './linux-tools.js';
import { RawFile } from './raw-file.js';

export interface ZeroLinuxResult {
  /** Files that were there and are gone, by path. */
  readonly deleted: readonly string[];
  /** Files that are there afterwards. */
  readonly remaining: readonly string[];
  readonly warnings: readonly string[];
  /** Programs that count on from before, in words; null when none was found. */
  readonly running: string | null;
}

const UNSEEN =
  'which programs run could not be seen: one from before keeps its counts, and writes them when it ends';
const SCRIPT_ROOM_BYTES = 500;

/**
 * Brings the counters of an embedded Linux to zero by deleting its data files: exactly those listed
 * below the folders of the profile, and nothing else. Errors: those of fetchLinux.
 */
export async function zeroLinux(
  link: Link,
  dialogue: LinuxDialogue & { readonly rawFile: string },
): Promise<ZeroLinuxResult> {
  const raw = await RawFile.create(dialogue.rawFile);
  try {
    return await withLinuxShell(link, dialogue, raw, (shell) => deleteFiles(shell, dialogue));
  } finally {
    await raw.close();
  }
}

async function deleteFiles(
  shell: LinuxShell,
  { linux, procFolder = '/proc' }: LinuxDialogue,
): Promise<ZeroLinuxResult> {
  const tools = await findTools(shell);
  const folders = foldersOf(linux);
  const before = await listDataFiles(shell, tools, folders);
  const names = before.files.map(({ name }) => name).filter((name) => isOurs(name, folders));
  for (const words of inLines(names.map(shellWord))) {
    // The names have to be on the board as they are here before anything is deleted.
    await shell.ask(`set -- ${words}`);
    await shell.ask('rm -f -- "$@" 2>/dev/null;set --');
  }
  const after = await listDataFiles(shell, tools, folders);
  const left = new Set(after.files.map(({ name }) => name));
  const processes = await countingProcesses(shell, procFolder);
  return {
    deleted: names.filter((name) => !left.has(name)).map(pathOf),
    remaining: [...left].map(pathOf),
    warnings: processes === null ? [...after.warnings, UNSEEN] : after.warnings,
    running: processWords(processes),
  };
}

/** Only a data file below a folder of the profile is ever deleted. */
function isOurs(name: string, folders: readonly string[]): boolean {
  return (
    name.endsWith('.gcda') &&
    !name.split('/').includes('..') &&
    folders.some((folder) => name.startsWith(`${Buffer.from(folder).toString('latin1')}/`))
  );
}

/** As many words a line as fit; one that never fits is left out, and its file remains. */
function* inLines(words: readonly string[]): Generator<string> {
  const room = MOST_SCRIPT_BYTES - SCRIPT_ROOM_BYTES;
  let line: string[] = [];
  let used = 0;
  for (const word of words) {
    const size = quoted(word).length + 1;
    if (size > room) continue;
    if (used + size > room) {
      yield line.join(' ');
      line = [];
      used = 0;
    }
    line.push(word);
    used += size;
  }
  if (line.length > 0) yield line.join(' ');
}
