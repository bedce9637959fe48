import { resolve } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import type { AfterRead } from '../board/board.js';
import { MEMORY_FORMS, isLoopback, parseMemorySpec, type MemorySpec } from '../board/port-spec.js';
import type { MemorySource } from './memory-source.js';
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
}

const DEFAULT_TIMEOUT_MS = 5_000;

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
  const make = (): MemorySource => {
    const rsp: RspOptions = {
      afterRead: options.afterRead ?? 'as-found',
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    };
    if (spec.kind === 'unix') {
      return new RspMemory(
        new SocketLink(text, { path: resolve(options.baseFolder, spec.path) }),
        rsp,
      );
    }
    const { host, port } = spec;
    return new RspMemory(new SocketLink(text, { host, port }), {
      ...rsp,
      onSilence: async () =>
        (await findTcpClients(port)).map(({ pid, name }) => `${name} (pid ${pid}) is connected`),
    });
  };
  if (spec.kind === 'tcp') {
    const refusal = remoteRefusal(text, isLoopback(spec.host), options.isRemoteAllowed === true);
    if (refusal) throw refusal;
  }
  const { server } = options;
  return server == null ? make() : new ServedMemory(text, server, options.baseFolder, make);
}
