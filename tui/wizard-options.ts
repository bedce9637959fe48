import type { SessionDesk } from '../src/session/bench-session.js';

/** What the wizard needs from the command line; everything else comes through the desk. */
export interface WizardOptions {
  readonly desk: SessionDesk;
  /** Root of the repository, for the header. */
  readonly projectRoot: string;
  /** Starts on this board at once instead of asking. */
  readonly board?: string | null;
  /** Goes on with this session at once instead of asking. */
  readonly resume?: string | null;
  readonly color: boolean;
  readonly ascii: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the wizard: the session is closed and stays resumable, the terminal is restored. */
  readonly signal: AbortSignal;
  /** Registers a step for every other way out, such as a crash; gives back its removal. */
  readonly addCleanUp: (step: () => void | Promise<void>) => () => void;
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout?: NodeJS.WriteStream;
}
