import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import { AS_LINKED, type LoadPlace } from '../base/load-place.js';
import { packageRoot } from '../base/package-root.js';
import { readToml } from '../settings/read-toml.js';
import type { Board, BoardLinux, BoardOrigin, BoardZero, Newline } from './board.js';
import { boardProblems } from './board-problems.js';
import { boardSchema, type BoardFile } from './board-schema.js';

export interface BoardSource {
  readonly name: string;
  readonly file: string;
  readonly origin: BoardOrigin;
  /** What relative paths in the profile are relative to. */
  readonly projectRoot: string;
}

const NEWLINES: Readonly<Record<'cr' | 'lf' | 'crlf', Newline>> = {
  cr: '\r',
  lf: '\n',
  crlf: '\r\n',
};

/**
 * Turns the text of a board file into a checked profile. Relative paths are taken from the project
 * root, `package:PATH` from the folder otto-bench is installed in.
 * Errors: BAD_BOARD_FILE, naming each mistake with line and column.
 */
export function parseBoard(text: string, source: BoardSource): Board {
  const parsed = boardSchema.safeParse(readToml(text, source.file, 'BAD_BOARD_FILE'));
  if (!parsed.success) {
    const problems = boardProblems(parsed.error.issues, text, source.file);
    throw new BenchError('BAD_BOARD_FILE', `${source.file} is not a valid board file`, {
      why: problems.join('\n'),
      hints: ['boards/README.md explains every key', `otto-bench boards check ${source.file}`],
    });
  }
  return toBoard(parsed.data, text, source);
}

function toBoard(file: BoardFile, text: string, source: BoardSource): Board {
  const path = (written: string): string => boardPath(written, source.projectRoot);
  return {
    name: source.name,
    file: source.file,
    origin: source.origin,
    contentHash: createHash('sha256').update(text).digest('hex'),
    displayName: file.display_name ?? null,
    labs: file.labs,
    ticketPattern: file.ticket ?? null,
    console: file.console
      ? {
          port: file.console.port,
          baud: file.console.baud,
          dataBits: file.console.data_bits,
          stopBits: file.console.stop_bits,
          parity: file.console.parity,
          flowControl: file.console.flow_control,
          dtr: file.console.dtr ?? null,
          rts: file.console.rts ?? null,
          hangupOnClose: file.console.hangup_on_close,
          newline: NEWLINES[file.console.newline],
          prompt: file.console.prompt ?? null,
          settleMs: file.console.settle_ms,
          isRemoteAllowed: file.console.allow_remote,
        }
      : null,
    dump: file.dump
      ? {
          command: file.dump.command,
          protocol: file.dump.protocol,
          idleTimeoutMs: file.dump.idle_timeout_ms,
          timeoutMs: file.dump.timeout_ms,
          attempts: file.dump.attempts,
        }
      : null,
    linux: toLinux(file),
    memory: file.memory
      ? {
          gdb: file.memory.source ?? file.memory.gdb ?? '',
          monitor: file.memory.monitor,
          attach: file.memory.attach ?? null,
          baud: file.memory.baud,
          server: file.memory.server ?? null,
          afterRead: file.memory.after_read,
          timeoutMs: file.memory.timeout_ms,
          isRemoteAllowed: file.memory.allow_remote,
        }
      : null,
    elf: file.image ? path(file.image.elf) : null,
    loadAt: toLoadPlace(file),
    notes: (file.build?.notes ?? []).map(path),
    pathMap: Object.entries(file.build?.path_map ?? {}).map(([from, to]) => ({ from, to })),
    zero: toZero(file),
  };
}

function toLinux({ linux }: BoardFile): BoardLinux | null {
  if (!linux) return null;
  const { password } = linux;
  return {
    directory: plainFolder(linux.directory),
    gcovPrefix: linux.gcov_prefix === undefined ? null : plainFolder(linux.gcov_prefix),
    user: linux.user ?? null,
    password: password === undefined ? null : () => password,
    passwordEnv: linux.password_env ?? null,
    idleTimeoutMs: linux.idle_timeout_ms,
    timeoutMs: linux.timeout_ms,
  };
}

/** A folder of the board, written as `find` writes it. */
function plainFolder(path: string): string {
  return path.replace(/\/(?:\.?\/)+/g, '/').replace(/\/\.?$/, '');
}

function toLoadPlace({ image }: BoardFile): LoadPlace {
  const written = image?.load_at;
  if (written === undefined) return AS_LINKED;
  if (typeof written === 'number') return { bias: written, sections: new Map() };
  return { bias: null, sections: new Map(Object.entries(written)) };
}

function toZero(file: BoardFile): BoardZero | null {
  if (!file.zero) return null;
  if (file.zero.delete === true) return { way: 'delete' };
  const { command } = file.zero;
  return command === undefined ? { way: 'memory' } : { way: 'command', command };
}

function boardPath(written: string, projectRoot: string): string {
  const inPackage = /^package:(.+)$/.exec(written)?.[1];
  return inPackage === undefined
    ? resolve(projectRoot, written)
    : resolve(packageRoot(), inPackage);
}
