import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../base/atomic-file.js';
import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { Board } from './board.js';
import { parsePortSpec } from './port-spec.js';

const TRUST_SCHEMA = 1;

const trustFile = z.strictObject({
  schema: z.literal(TRUST_SCHEMA),
  boards: z.array(
    z.strictObject({
      key: z.string().regex(/^[0-9a-f]{64}$/),
      name: z.string(),
      commands: z.array(z.string()),
    }),
  ),
});

/** A remembered yes to the commands of one profile, as it was then, in one repository. */
export type TrustedBoard = Readonly<z.infer<typeof trustFile>['boards'][number]>;

/** What a profile would have this machine do beyond talking to a board, in words. */
export function boardCommands(board: Board): readonly string[] {
  const port = board.console ? parsePortSpec(board.console.port) : null;
  const memory = board.memory ? parsePortSpec(board.memory.gdb) : null;
  const commands: string[] = [];
  if (port?.kind === 'exec') commands.push(`run ${port.command}`);
  if (board.memory?.server != null) commands.push(`run ${board.memory.server}`);
  // Some servers run programs of this machine on such a command, as OpenOCD's `exec` does.
  for (const command of board.memory?.monitor ?? []) {
    commands.push(`have ${board.memory?.gdb ?? ''} run "${command}"`);
  }
  if (board.linux?.passwordEnv != null) {
    commands.push(
      `send the password in $${board.linux.passwordEnv} to ${board.console?.port ?? ''}`,
    );
  }
  for (const spec of [port, memory]) {
    // System daemons take orders on sockets in these folders, which `..` can lead to as well.
    if (spec?.kind === 'unix' && /^(?:\/+(?:var\/+)?run|\.\.)\//.test(posix.normalize(spec.path))) {
      commands.push(`connect to ${spec.path}`);
    }
  }
  return commands;
}

/** What a yes is remembered by: the profile's content and the repository it was given in. */
export function trustKey(board: Board, projectRoot: string): string {
  return createHash('sha256').update(`${projectRoot}\0${board.contentHash}`).digest('hex');
}

/**
 * The refusal to give before a profile is used, or null when it may be: a profile that came with a
 * repository runs nothing on this machine without the user's yes to exactly these commands.
 */
export function confirmationNeeded(
  board: Board,
  projectRoot: string,
  trusted: readonly TrustedBoard[],
): BenchError | null {
  const commands = boardCommands(board);
  if (board.origin !== 'repository' || commands.length === 0) return null;
  const key = trustKey(board, projectRoot);
  if (trusted.some((entry) => entry.key === key)) return null;
  return new BenchError(
    'NEEDS_CONFIRMATION',
    `board ${board.name} comes with the repository and wants to run a program here`,
    {
      why: `${board.file} wants to:\n${commands.map((command) => `  ${printable(command)}`).join('\n')}`,
      hints: [`read it, and if you agree: otto-bench boards trust ${board.name}`],
    },
  );
}

/** Reads the remembered answers; none when the file does not exist. Errors: BAD_SETTINGS. */
export async function readTrustedBoards(file: string): Promise<readonly TrustedBoard[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new BenchError('FILE_UNREADABLE', `cannot read ${file}`, {
      why: (cause as Error).message,
      cause,
    });
  }
  const parsed = trustFile.safeParse(tryJson(text));
  if (parsed.success) return parsed.data.boards;
  throw new BenchError('BAD_SETTINGS', `${file} is damaged`, {
    why: z.prettifyError(parsed.error),
    hints: ['delete the file; each board that runs a program will ask again'],
  });
}

/** Remembers the user's yes to a profile as it is now. Errors: BAD_SETTINGS, FILE_UNWRITABLE. */
export async function trustBoard(file: string, board: Board, projectRoot: string): Promise<void> {
  const key = trustKey(board, projectRoot);
  const kept = (await readTrustedBoards(file)).filter((entry) => entry.key !== key);
  const entry: TrustedBoard = {
    key,
    name: board.name,
    commands: [...boardCommands(board)],
  };
  const content = { schema: TRUST_SCHEMA, boards: [...kept, entry] };
  await writeFileAtomic(file, `${JSON.stringify(content, null, 2)}\n`);
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
