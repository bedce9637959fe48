import type { LoadPlace } from '../base/load-place.js';

/** Where a profile was found; decides how far its commands are trusted. */
export type BoardOrigin = 'package' | 'repository' | 'user';

/** Bytes sent at the end of a line. */
export type Newline = '\r' | '\n' | '\r\n';

export interface SerialSettings {
  readonly baud: number;
  readonly dataBits: 5 | 6 | 7 | 8;
  readonly stopBits: 1 | 1.5 | 2;
  readonly parity: 'none' | 'even' | 'odd' | 'mark' | 'space';
  readonly flowControl: 'none' | 'rts-cts' | 'xon-xoff';
  /** Null: left as the driver sets it when the port opens. */
  readonly dtr: boolean | null;
  readonly rts: boolean | null;
  /** True drops DTR when the port closes, which resets many boards and loses their counters. */
  readonly hangupOnClose: boolean;
}

export interface BoardConsole extends SerialSettings {
  /** As written, see `parsePortSpec`. */
  readonly port: string;
  readonly newline: Newline;
  /** Literal text the board prints when it waits for a command. */
  readonly prompt: string | null;
  /** How long the board needs after the port opened before it listens. */
  readonly settleMs: number;
  /** A host that is not this machine may be connected to. */
  readonly isRemoteAllowed: boolean;
}

/** Which dump formats are taken; `auto` takes each that is read. */
export const DUMP_PROTOCOLS = [
  'auto',
  'framed',
  'embedded-gcov',
  'zephyr',
  'gcc-stream',
  'rtems',
  'nuttx',
  'unikraft',
  'nxp',
  'nuclei',
] as const;

export type DumpProtocol = (typeof DUMP_PROTOCOLS)[number];

export interface BoardDump {
  readonly command: string;
  readonly protocol: DumpProtocol;
  /** Longest silence inside a dump. */
  readonly idleTimeoutMs: number;
  /** Longest time for one whole dump. */
  readonly timeoutMs: number;
  /** How often the command is sent, at most, until every object is sound. */
  readonly attempts: number;
}

/** A Linux with a shell on the console; its programs leave `.gcda` files. */
export interface BoardLinux {
  /** Folder of the board below which data files are; absolute, without a slash at the end. */
  readonly directory: string;
  /** `GCOV_PREFIX` of the programs: a second such folder. */
  readonly gcovPrefix: string | null;
  /** Who to log in as where the console asks. */
  readonly user: string | null;
  /** A function, so that no printed profile shows it. */
  readonly password: (() => string) | null;
  /** Environment variable that holds the password instead. */
  readonly passwordEnv: string | null;
  /** Longest silence inside an answer. */
  readonly idleTimeoutMs: number;
  /** Longest time for one whole dialogue. */
  readonly timeoutMs: number;
}

/** What becomes of the target after its memory was read. */
export type AfterRead = 'as-found' | 'running' | 'halted';

export interface BoardMemory {
  /** As written, see `parseMemorySpec`. */
  readonly gdb: string;
  /** Commands for the GDB server itself, sent after connecting (`monitor …`). */
  readonly monitor: readonly string[];
  /** What to attach to after that, for a probe that has to be told; null where it need not. */
  readonly attach: number | null;
  /** Speed, where the GDB server is on a serial port. */
  readonly baud: number;
  /** Program to start first, e.g. a debug server; null when one is already there. */
  readonly server: string | null;
  readonly afterRead: AfterRead;
  /** Longest wait for one answer. */
  readonly timeoutMs: number;
  readonly isRemoteAllowed: boolean;
}

export interface PathMapping {
  readonly from: string;
  readonly to: string;
}

export type BoardZero =
  | { readonly way: 'command'; readonly command: string }
  /** Zeros are written over the counters of the halted target. */
  | { readonly way: 'memory' }
  /** The data files of a Linux are deleted. */
  | { readonly way: 'delete' };

/** A board profile, complete and checked. Every file path in it is absolute. */
export interface Board {
  /** File name without `.toml`; what `--board` takes. */
  readonly name: string;
  readonly file: string;
  readonly origin: BoardOrigin;
  /** SHA-256 of the profile's bytes, hexadecimal. */
  readonly contentHash: string;
  readonly displayName: string | null;
  readonly labs: readonly string[];
  /** Regular expression source a ticket must match as a whole. */
  readonly ticketPattern: string | null;
  readonly console: BoardConsole | null;
  readonly dump: BoardDump | null;
  readonly linux: BoardLinux | null;
  readonly memory: BoardMemory | null;
  readonly elf: string | null;
  /** Where a position-independent ELF or a relocatable module is loaded. */
  readonly loadAt: LoadPlace;
  /** Folders (or files) with `.gcno` notes. */
  readonly notes: readonly string[];
  readonly pathMap: readonly PathMapping[];
  readonly zero: BoardZero | null;
}
