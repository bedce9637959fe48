import type { OpenDump } from './dump-format.js';
import type { Place } from './gcfn-cutter.js';

/** Reads one dump byte by byte, as long as bytes are its own. */
export interface BinaryReader extends OpenDump {
  /** Takes bytes; gives those at their end that are console text again, else null. */
  takeBytes(bytes: Uint8Array): Uint8Array | null;
  /** A block in memory that is over: remains of older ones may follow it. */
  readonly mayLeaveRemains?: boolean;
  /** Goes on where another part of the dump starts, after text in between. */
  resume?(place: Place): void;
}

/** Whether bytes start a dump: they do, they do not, or more bytes have to come. */
export type Probe = 'yes' | 'no' | 'more';

/** One binary format; another one is another value of this type in `binary-formats.ts`. */
export interface BinaryFormat {
  readonly name: string;
  /** Bytes a dump is noticed by, as Latin-1, without line ends. */
  readonly triggers: readonly string[];
  /** Judges bytes from the trigger on. */
  probe(bytes: Buffer): Probe;
  /**
   * How many bytes of the line before the trigger belong to the dump; null when what stands there
   * shows that it is none. `bytes` starts at the trigger.
   */
  lead(line: Buffer, bytes: Buffer): number | null;
  open(source: string, place: Place): BinaryReader;
}
