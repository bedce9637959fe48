import type { Clock } from '../base/clock.js';
import type { CleanUp } from './clean-up.js';
import type { Output } from './output.js';

/** What a command may know of the world; everything below `src/cli` gets it as values. */
export interface CliContext {
  readonly cwd: string;
  /** `--repo` as an absolute path, or null when it was not given. */
  readonly repo: string | null;
  readonly json: boolean;
  /** Somebody can be asked: both ends are a terminal, no `--no-input`, no CI. */
  readonly mayAsk: boolean;
  readonly isCi: boolean;
  readonly color: boolean;
  readonly ascii: boolean;
  readonly debug: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  readonly cleanUp: CleanUp;
  readonly clock: Clock;
  /** Ends with SIGINT, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
}
