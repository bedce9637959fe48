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
  readonly warnings: readonly string[];
}

/** The object that is arriving. */
export interface ArrivingObject {
  readonly path: string;
  readonly receivedBytes: number;
  readonly announcedBytes: number | null;
}

/** Reads one dump line by line. */
export interface DumpReader {
  readonly format: string;
  take(line: LogLine): LineRole;
  /** True when an unfinished line could still turn out to be part of the dump. */
  mayTake(unfinished: string): boolean;
  /** Objects that have ended. */
  readonly objects: readonly RawObject[];
  readonly arriving: ArrivingObject | null;
  /** Ends the dump; `cause` says why, when it was not its own last line. */
  end(cause: string | null): ReadDump;
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
  /** What opens a dump, as a person would look for it. */
  readonly marker: string;
  /** Starts a dump with the line, or null when the line starts none. */
  open(
    line: LogLine,
    context: LineContext,
  ): { readonly reader: DumpReader; readonly role: LineRole } | null;
  /** True when an unfinished line could still turn out to open a dump. */
  mayOpen(unfinished: string): boolean;
}
