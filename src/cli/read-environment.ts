import { resolve } from 'node:path';

/** Flags that stand before or after the command. */
export interface GlobalFlags {
  readonly repo?: string;
  readonly json?: boolean;
  readonly input?: boolean;
  readonly color?: boolean;
  readonly ascii?: boolean;
  readonly debug?: boolean;
}

export interface TerminalFacts {
  readonly stdinIsTty: boolean;
  readonly stdoutIsTty: boolean;
  readonly columns: number | undefined;
  readonly rows: number | undefined;
}

export interface EnvironmentFacts {
  readonly repo: string | null;
  readonly json: boolean;
  readonly mayAsk: boolean;
  readonly isCi: boolean;
  readonly color: boolean;
  readonly ascii: boolean;
  readonly debug: boolean;
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
}

const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/** Decides colour, prompting and size from flags, environment and terminal; pure. */
export function readEnvironment(
  flags: GlobalFlags,
  env: Readonly<Record<string, string | undefined>>,
  terminal: TerminalFacts,
  cwd: string,
): EnvironmentFacts {
  const isTerminal = terminal.stdinIsTty && terminal.stdoutIsTty;
  const isCi = isSet(env.CI);
  return {
    repo: flags.repo === undefined ? null : resolve(cwd, flags.repo),
    json: flags.json === true,
    mayAsk: isTerminal && !isCi && flags.input !== false,
    isCi,
    color: wantsColor(flags, env, terminal),
    ascii: flags.ascii === true || env.TERM === 'linux' || env.TERM === 'dumb',
    debug: flags.debug === true,
    isTerminal,
    // Some pseudo-terminals report a size of nought.
    columns: terminal.columns || DEFAULT_COLUMNS,
    rows: terminal.rows || DEFAULT_ROWS,
  };
}

/** https://no-color.org: any non-empty NO_COLOR wins; FORCE_COLOR turns colour on in a pipe. */
function wantsColor(
  flags: GlobalFlags,
  env: Readonly<Record<string, string | undefined>>,
  terminal: TerminalFacts,
): boolean {
  if (flags.color === false || flags.json === true) return false;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return terminal.stdoutIsTty && env.TERM !== 'dumb';
}

/** CI counts as set for any value but the empty one, `0` and `false`, as terminal libraries do. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
