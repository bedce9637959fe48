import type { ObjectStatus, RawObject } from '../gcov/raw-object.js';

/** What a console log held. */
export interface DumpResult {
  /** One entry per object, from the latest boot that was dumped. */
  readonly objects: RawObject[];
  /** With `addsBoots`: what boots of the same build before it counted, added up. */
  readonly earlierBoots: readonly RawObject[];
  /** Names of the formats found, in the order found. */
  readonly formats: string[];
  /** What a tester should know beside the state of each object. */
  readonly warnings: string[];
  /** True when the objects come from at least one dump that had its beginning and its end. */
  readonly isComplete: boolean;
}

/** How far a dump has come, for a progress line. */
export interface DumpProgress {
  /** Bytes pushed so far, dump or not. */
  readonly receivedBytes: number;
  /** Format of the dump that is arriving or arrived last. */
  readonly format: string | null;
  readonly isArriving: boolean;
  /** The dump that is arriving has no end marker, and may be over. */
  readonly mayBeOver: boolean;
  /** Dumps that have ended, whole or broken off. */
  readonly endedDumps: number;
  /** Objects of that dump that have ended. */
  readonly objects: readonly {
    readonly path: string;
    readonly sizeBytes: number;
    readonly status: ObjectStatus;
  }[];
  /** The object that is arriving; `announcedBytes` is null when the format does not say. */
  readonly current: {
    readonly path: string;
    readonly receivedBytes: number;
    readonly announcedBytes: number | null;
  } | null;
  /** Bytes of all objects announced so far in that dump, or null. No format announces the whole. */
  readonly announcedBytes: number | null;
}
