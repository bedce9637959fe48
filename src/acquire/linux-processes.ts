import { printable } from '../base/printable.js';
import type { LinuxShell } from './linux-shell.js';

/** A program of the board that counts and has not ended. */
export interface CountingProcess {
  readonly pid: number;
  /** Its program file. */
  readonly program: string;
}

const MOST_PROGRAMS = 300;
const PROGRAMS_AT_ONCE = 40;
const MOST_PROGRAM_BYTES = 64 * 1024 * 1024;
/** Text that every program linked with the profiling library holds, of GCC and of clang. */
const LIBRARY_TEXT = 'GCOV_PREFIX_STRIP';

/**
 * Processes whose program was built to count: until they end, what they counted is in their memory
 * only. Libraries they load are not looked at. Null when the board lists no process. Errors: those of `LinuxShell.ask`.
 */
export async function countingProcesses(
  shell: LinuxShell,
  procFolder: string,
): Promise<readonly CountingProcess[] | null> {
  const said = await shell.ask(`ls -l ${procFolder}/[0-9]*/exe 2>/dev/null`);
  const pidsByProgram = new Map<string, number[]>();
  for (const line of said.split('\n')) {
    const [, pid, program] = /\/(\d{1,10})\/exe -> (\/.*)$/.exec(line) ?? [];
    if (pid === undefined || program === undefined) continue;
    pidsByProgram.set(program, [...(pidsByProgram.get(program) ?? []), Number(pid)]);
  }
  if (pidsByProgram.size === 0) return null;
  const programs = [...pidsByProgram].slice(0, MOST_PROGRAMS);
  const found: CountingProcess[] = [];
  for (let at = 0; at < programs.length; at += PROGRAMS_AT_ONCE) {
    const some = programs.slice(at, at + PROGRAMS_AT_ONCE);
    const files = some.map(([, [pid = 0]]) => `${procFolder}/${pid}/exe`).join(' ');
    // Not -F: that of BusyBox ends at a NUL, and programs are full of them.
    const hits = await shell.ask(
      `grep -l ${LIBRARY_TEXT} ${await small(shell, files)} 2>/dev/null`,
    );
    const lines = new Set(hits.split('\n').map((line) => line.trim()));
    for (const [program, pids] of some) {
      if (!lines.has(`${procFolder}/${pids[0]}/exe`)) continue;
      for (const pid of pids) found.push({ pid, program });
    }
  }
  return found;
}

/** Without the programs no firmware has: a large one takes seconds to search. */
async function small(shell: LinuxShell, files: string): Promise<string> {
  const said = await shell.ask(`ls -lL ${files} 2>/dev/null`);
  const large = new Set<string>();
  for (const line of said.split('\n')) {
    const [, size, file] = /^\S+ +\d+ +\S+ +\S+ +(\d+) .* (\/\S+)$/.exec(line) ?? [];
    if (file !== undefined && Number(size) > MOST_PROGRAM_BYTES) large.add(file);
  }
  // Without a file grep would read its input, which is empty.
  return files
    .split(' ')
    .filter((file) => !large.has(file))
    .join(' ');
}

/** In words, or null when none is known. */
export function processWords(processes: readonly CountingProcess[] | null): string | null {
  if (processes === null || processes.length === 0) return null;
  return processes
    .slice(0, 10)
    .map(({ pid, program }) => `${printable(program)} (process ${pid})`)
    .join(', ');
}
