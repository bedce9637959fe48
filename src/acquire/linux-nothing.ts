import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { BoardLinux } from '../board/board.js';
import { shellWord } from '../wire/linux-quote.js';
import { countingProcesses, processWords } from './linux-processes.js';
import type { LinuxShell } from './linux-shell.js';

/**
 * Why there may be no data file: looks at the folders, at what the shell knows of `GCOV_PREFIX` and
 * at the programs that run. Errors: those of `LinuxShell.ask`.
 */
export async function nothingFound(
  shell: LinuxShell,
  linux: BoardLinux,
  procFolder: string,
): Promise<BenchError> {
  const { directory, gcovPrefix } = linux;
  const word = shellWord(Buffer.from(directory, 'utf8').toString('latin1'));
  const said = await shell.ask(
    `d=${word}\ntest -d /&&{ test -d "$d"||echo =gone=;test -w "$d"||echo =locked=;}\n` +
      'echo "=prefix:$GCOV_PREFIX=";echo "=strip:$GCOV_PREFIX_STRIP="',
  );
  const prefix = /=prefix:(.*)=$/m.exec(said)?.[1] ?? '';
  const strip = /=strip:(.*)=$/m.exec(said)?.[1] ?? '';
  const running = processWords(await countingProcesses(shell, procFolder));
  const facts = [`no .gcda file is below ${foldersOf(linux).map(printable).join(' or ')}`];
  if (said.includes('=gone=')) facts.push(`${printable(directory)} is not on the board`);
  else if (said.includes('=locked=')) facts.push(`${printable(directory)} cannot be written to`);
  if (prefix !== '') {
    const levels = strip === '' ? '' : ` and GCOV_PREFIX_STRIP=${printable(strip)}`;
    facts.push(`the shell has GCOV_PREFIX=${printable(prefix)}${levels}`);
  }
  if (running !== null) facts.push(`built to count and running: ${running}`);
  const hints = [
    running === null
      ? 'a program writes its counters when main returns or it calls exit(); after _exit(), abort() or a signal nothing is written unless it calls __gcov_dump() itself'
      : 'counters are written when a program ends by exit(), or calls __gcov_dump(): stop it in an orderly way, then fetch',
    ...(prefix !== '' && prefix !== gcovPrefix
      ? [`gcov_prefix = "${printable(prefix)}" in [linux] makes that folder be looked at`]
      : []),
    'files go to the folder the objects were compiled in; with GCOV_PREFIX=/tmp/gcov in the environment of the program they go to /tmp/gcov/that/folder, and GCOV_PREFIX_STRIP=N drops its first N parts',
  ];
  return new BenchError('NO_DUMP_FOUND', `there are no counters on ${shell.console.name}`, {
    why: facts.join('; '),
    hints,
  });
}

/** Folders a profile says data files are in; one inside the other is looked at once. */
export function foldersOf({ directory, gcovPrefix }: BoardLinux): readonly string[] {
  const named = gcovPrefix === null ? [directory] : [directory, gcovPrefix];
  return named.filter(
    (folder, index) =>
      !named.some(
        (other, at) => at !== index && isBelow(folder, other) && (folder !== other || at < index),
      ),
  );
}

function isBelow(folder: string, other: string): boolean {
  return folder === other || folder.startsWith(`${other}/`);
}
