import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import type { AfterRead } from '../board/board.js';
import { MEMORY_FORMS, isLoopback, parseMemorySpec, type MemorySpec } from '../board/port-spec.js';
import { createLink } from './create-link.js';
import { GdbDoor } from './gdb-door.js';
import { GdbMiMemory } from './gdb-mi-memory.js';
import type { Link } from './link.js';
import { makeGdbDoor } from './make-gdb-door.js';
import type { MemorySource } from './memory-source.js';
import { OpenOcdMemory } from './openocd-memory.js';
import { PasteMemory } from './paste-memory.js';
import { RamImage } from './ram-image.js';
import { RspMemory, type RspOptions } from './rsp-memory.js';
import { ServedMemory } from './served-memory.js';
import { SimMemory } from './sim-memory.js';
import { remoteRefusal } from './socket-errors.js';
import { SocketLink } from './socket-link.js';
import { findTcpClients } from './tcp-clients.js';

export interface MemorySourceOptions {
  /** What relative paths start at and the server runs in: the project root. */
  readonly baseFolder: string;
  readonly afterRead?: AfterRead;
  readonly timeoutMs?: number;
  readonly isRemoteAllowed?: boolean;
  /** A program to start first, ended on close. */
  readonly server?: string | null;
  /** See `BoardMemory`. */
  readonly monitor?: readonly string[];
  readonly attach?: number | null;
  readonly baud?: number;
  /** Shows the tester lines to act on; without it they are lost. */
  readonly instruct?: (lines: readonly string[]) => void;
  /** Longest wait for the tester to act. */
  readonly testerTimeoutMs?: number;
  /** The way into the tester's gdb, kept by the caller over several looks and closed by it. */
  readonly door?: GdbDoor | null;
}

const DEFAULT_TIMEOUT_MS = 5_000;
const TESTER_TIMEOUT_MS = 10 * 60_000;

/**
 * Makes the memory source for what the tester wrote; nothing is opened yet. A board's `[memory]`
 * table can be passed on as options.
 * Errors: USAGE (no such form), PORT_DENIED (another machine, not allowed).
 */
export function createMemorySource(text: string, options: MemorySourceOptions): MemorySource {
  const spec = parseMemorySpec(text);
  if (!spec) {
    throw new BenchError('USAGE', `"${text}" is not a memory source`, {
      hints: [`a memory source is ${MEMORY_FORMS}`],
    });
  }
  switch (spec.kind) {
    case 'ram':
      return new RamImage(
        text,
        spec.files.map(({ file, address }) => ({
          file: resolve(options.baseFolder, file),
          address,
        })),
      );
    case 'sim':
      return new SimMemory(text, spec.name);
    case 'mi':
      return new GdbMiMemory(
        text,
        options.door ?? makeGdbDoor(text, options.baseFolder) ?? new GdbDoor(text),
        {
          ...waits(options),
          testerTimeoutMs: options.testerTimeoutMs ?? TESTER_TIMEOUT_MS,
          instruct: options.instruct ?? (() => undefined),
          isDoorKept: options.door != null,
        },
      );
    case 'paste':
      return new PasteMemory(text, {
        debugger: spec.debugger,
        folder: spec.folder === null ? tmpdir() : resolve(options.baseFolder, spec.folder),
        timeoutMs: options.testerTimeoutMs ?? TESTER_TIMEOUT_MS,
        instruct: options.instruct ?? (() => undefined),
      });
    case 'openocd': {
      const link = (): Link => new SocketLink(text, { host: spec.host, port: spec.port });
      return served(text, spec.host, options, () => new OpenOcdMemory(link(), waits(options)));
    }
    case 'serial':
      return served(text, null, options, () => {
        const { baseFolder, baud = 115_200 } = options;
        return new RspMemory(createLink(text, { baseFolder, baud }), rspOptions(options));
      });
    case 'unix':
    case 'tcp':
      return remoteMemory(text, spec, options);
  }
}

function remoteMemory(
  text: string,
  spec: Extract<MemorySpec, { kind: 'tcp' | 'unix' }>,
  options: MemorySourceOptions,
): MemorySource {
  const rsp = rspOptions(options);
  if (spec.kind === 'unix') {
    const path = resolve(options.baseFolder, spec.path);
    return served(text, null, options, () => new RspMemory(new SocketLink(text, { path }), rsp));
  }
  const { host, port } = spec;
  const onSilence = async (): Promise<readonly string[]> =>
    (await findTcpClients(port)).map(({ pid, name }) => `${name} (pid ${pid}) is connected`);
  return served(text, host, options, () => {
    return new RspMemory(new SocketLink(text, { host, port }), { ...rsp, onSilence });
  });
}

/** Behind a server that is started first, if there is one. Errors: PORT_DENIED. */
function served(
  text: string,
  host: string | null,
  options: MemorySourceOptions,
  make: () => MemorySource,
): MemorySource {
  if (host !== null) {
    const refusal = remoteRefusal(text, isLoopback(host), options.isRemoteAllowed === true);
    if (refusal) throw refusal;
  }
  const { server } = options;
  return server == null ? make() : new ServedMemory(text, server, options.baseFolder, make);
}

function waits(options: MemorySourceOptions): { afterRead: AfterRead; timeoutMs: number } {
  return {
    afterRead: options.afterRead ?? 'as-found',
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
}

function rspOptions(options: MemorySourceOptions): RspOptions {
  return {
    ...waits(options),
    monitor: options.monitor ?? [],
    attach: options.attach ?? null,
  };
}
