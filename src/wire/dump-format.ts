import type { RawObject } from '../gcov/raw-object.js';
import type { LogLine } from './line-splitter.js';

/**
 * What a line is to an open dump: part of it; something else that came in between; its last line;
 * or the first line of the next dump, which has to be offered again.
 */
export type LineRole = 'payload' | 'foreign' | 'last' | 'next';

/** A whole or broken-off dump. */
export interface ReadDump {
  readonly format: string;
  readonly firstLine: number;
  readonly objects: readonly RawObject[];
  readonly hasStart: boolean;
  /** What to say of an end that was not seen, else null. */
  readonly missingEnd: string | null;
  /** Something between start and end shows that not all of it arrived. */
  readonly hasFailed: boolean;
  /** No marker tells where it ends: what looked like another dump may have been the rest of it. */
  readonly isOpenEnded?: boolean;
  readonly warnings: readonly string[];
}

/** The object that is arriving. */
export interface ArrivingObject {
  readonly path: string;
  readonly receivedBytes: number;
  readonly announcedBytes: number | null;
}

/** A dump that is being read. */
export interface OpenDump {
  readonly format: string;
  /** Objects that have ended. */
  readonly objects: readonly RawObject[];
  readonly arriving: ArrivingObject | null;
  /** True when it may be over: no more is due, but a sum or, without end marker, an object may come. */
  readonly mayBeOver?: boolean;
  /** The end marker was seen; only a sum may follow. */
  readonly isMarked?: boolean;
  /** Dumps that were taken whole inside this one. */
  drain?(): readonly ReadDump[];
  /** Ends the dump; `cause` says why, when it was not its own last line. */
  end(cause: string | null): ReadDump;
}

/** Reads one dump line by line. */
export interface DumpReader extends OpenDump {
  take(line: LogLine): LineRole;
  /** True for a line that can only be part of it, whatever else it looks like. */
  isOwn?(text: string): boolean;
  /** True when an unfinished line could still turn out to be part of the dump. */
  mayTake(unfinished: string): boolean;
}

/** What a format may want to know of a line that could open a dump. */
export interface LineContext {
  /** The log or port, for messages. */
  readonly source: string;
  /** The last line before it that was not blank. */
  readonly previousText: string;
}

/** One console format; another one is another value of this type in `dump-formats.ts`. */
export interface DumpFormat {
  readonly name: string;
  /** Starts a dump with the line, or null when the line starts none. */
  open(
    line: LogLine,
    context: LineContext,
  ): { readonly reader: DumpReader; readonly role: LineRole } | null;
  /** True for a line that opens a dump whatever dump of another format it comes in. */
  isStart(text: string): boolean;
  /** True when an unfinished line could still turn out to open a dump. */
  mayOpen(unfinished: string): boolean;
}
