import type { SaveForm, SessionState, SessionSummary, Step } from './session-state.js';

/** Bytes of the board's console, raw; the face makes them printable. */
export interface ConsoleChunk {
  readonly at: Date;
  readonly bytes: Uint8Array;
}

/**
 * One bench session, driven step by step. Wizard and commands both drive this and nothing below
 * it. Every action resolves when it is over; an expected failure ends up in `state().error` (and
 * the promise resolves false), so that a face never needs a try block.
 */
export interface BenchSession {
  state(): SessionState;
  /** Called after every change of state. Gives back the function that ends the subscription. */
  subscribe(listener: (state: SessionState) => void): () => void;
  onConsole(listener: (chunk: ConsoleChunk) => void): () => void;

  /** Goes to a step that is open; false (with `message` saying why) when it is not. */
  goTo(step: Step): Promise<boolean>;
  preflight(): Promise<boolean>;
  /** Lets a warning pass; it is written into the commit trailers. */
  forceWarnings(): void;
  listPorts(): Promise<boolean>;
  connect(port?: string): Promise<boolean>;
  disconnect(): Promise<void>;
  zero(): Promise<boolean>;
  keepCounts(): void;
  /** Sends one line to the board with its newline. */
  sendLine(text: string): Promise<boolean>;
  /** Writes a note into the journal at this moment. */
  mark(note: string): void;
  /** Reads the counters now; the label is for finding it again. */
  snapshot(label?: string): Promise<boolean>;
  fetch(): Promise<boolean>;
  toggleKeep(path: string): void;
  /** The text of a source at HEAD, a line an entry, for showing beside counts. */
  sourceLines(path: string): Promise<readonly string[]>;
  setForm(change: Partial<SaveForm>): void;
  preview(): Promise<boolean>;
  save(): Promise<boolean>;
  setCommitMessage(message: string): void;
  commit(): Promise<boolean>;
  clearError(): void;
  /** Stops what is running. True when there was something to stop. */
  cancel(): boolean;
  /** Flushes the journal, closes the link, leaves the session resumable unless it is done. */
  close(): Promise<void>;
}

/** Sessions on disk, and the way to make one. */
export interface SessionDesk {
  list(): Promise<readonly SessionSummary[]>;
  start(board: string): Promise<BenchSession>;
  resume(id: string): Promise<BenchSession>;
  drop(id: string): Promise<void>;
  /** Board profiles to choose from: name and where it was found. */
  boards(): Promise<readonly { readonly name: string; readonly displayName: string }[]>;
}
