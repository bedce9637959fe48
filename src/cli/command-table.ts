import type { OptionValues } from 'commander';
import type { CliContext } from './cli-context.js';
import { collect, instant, listOf, loadPlace, oneOf, secondsAsMs } from './option-values.js';

/** What a command file exports: flags to one call, and the exit code. */
export type RunCommand = (
  context: CliContext,
  args: readonly string[],
  options: OptionValues,
) => Promise<number>;

export interface OptionSpec {
  readonly flags: string;
  readonly text: string;
  readonly parse?: (value: string, earlier: never) => unknown;
  readonly byDefault?: string;
}

export interface CommandSpec {
  readonly name: string;
  readonly text: string;
  readonly args?: readonly { readonly name: string; readonly text: string }[];
  readonly options?: readonly OptionSpec[];
  readonly commands?: readonly CommandSpec[];
  /** Loaded when the command runs, never before: `--help` stays instant. */
  readonly load?: () => Promise<RunCommand>;
}

const BOARD: OptionSpec = { flags: '--board <name>', text: 'board profile (see: boards list)' };
const PORT: OptionSpec = {
  flags: '--port <port>',
  text: 'port to use instead of the one in the profile',
};
const TIMEOUT: OptionSpec = {
  flags: '--timeout <seconds>',
  text: 'longest wait for the board',
  parse: secondsAsMs,
};
const VIA: OptionSpec = {
  flags: '--via <way>',
  text: 'console or memory, where the profile has both',
  parse: oneOf(['console', 'memory']),
};
const NOTES: OptionSpec = {
  flags: '--notes <dir>',
  text: 'folder with the .gcno files of the build (repeatable)',
  parse: collect,
};
const ELF: OptionSpec = { flags: '--elf <file>', text: 'the linked firmware image' };
const LOAD_AT: OptionSpec = {
  flags: '--load-at <address>',
  text: 'where a position-independent ELF was loaded; SECTION=0xADDRESS for a module (repeatable)',
  parse: loadPlace,
};
const PARTIAL: OptionSpec = {
  flags: '--partial',
  text: 'go on with what is sound when objects are damaged or missing',
};
const OUT: OptionSpec = { flags: '-o, --output <path>', text: 'write there instead of to stdout' };

/** Flags that may stand before or after any command. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { flags: '--repo <dir>', text: 'project to work in (default: the one around this folder)' },
  { flags: '--json', text: 'machine-readable answers and errors on stdout' },
  { flags: '--no-input', text: 'never ask, never open the guided session' },
  { flags: '--no-color', text: 'no colours (NO_COLOR works too)' },
  { flags: '--ascii', text: 'plain ASCII signs and frames' },
  { flags: '--debug', text: 'print stack traces with errors' },
];

/** The whole command tree as data: program, help, docs/cli.md and tests are made from it. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'demo',
    text: 'the whole job on a simulated board, in a throw-away repository',
    options: [
      { flags: '--dir <dir>', text: 'make the repository there (implies --keep)' },
      { flags: '--keep', text: 'leave the repository for looking around' },
    ],
    load: async () => (await import('./commands/demo.js')).demo,
  },
  {
    name: 'preflight',
    text: 'check repository, store, board file, build and port before the bench work',
    options: [BOARD, PORT],
    load: async () => (await import('./commands/preflight.js')).preflight,
  },
  {
    name: 'ports',
    text: 'list what is connected',
    load: async () => (await import('./commands/ports.js')).ports,
  },
  {
    name: 'boards',
    text: 'board profiles',
    commands: [
      {
        name: 'list',
        text: 'profiles that are found, and where',
        load: async () => (await import('./commands/boards-list.js')).boardsList,
      },
      {
        name: 'show',
        text: 'one profile as it is understood',
        args: [{ name: '<name>', text: 'board name' }],
        load: async () => (await import('./commands/boards-show.js')).boardsShow,
      },
      {
        name: 'check',
        text: 'check board files, with line and column of every mistake',
        args: [{ name: '<file...>', text: 'board files' }],
        load: async () => (await import('./commands/boards-check.js')).boardsCheck,
      },
      {
        name: 'trust',
        text: 'allow a profile of this repository to run the commands it names',
        args: [{ name: '<name>', text: 'board name' }],
        load: async () => (await import('./commands/boards-trust.js')).boardsTrust,
      },
    ],
  },
  {
    name: 'console',
    text: 'console of the board; Ctrl+T q leaves, Ctrl+T ? lists the keys',
    options: [
      BOARD,
      PORT,
      {
        flags: '--log <file>',
        text: 'append the raw bytes to this file, their times to FILE.timing',
      },
    ],
    load: async () => (await import('./commands/console.js')).boardConsole,
  },
  {
    name: 'zero',
    text: 'set the counters on the board to zero',
    options: [BOARD, PORT, VIA, TIMEOUT],
    load: async () => (await import('./commands/zero.js')).zero,
  },
  {
    name: 'snapshot',
    text: 'read the counters and print what has run so far',
    options: [
      BOARD,
      PORT,
      VIA,
      TIMEOUT,
      NOTES,
      ELF,
      LOAD_AT,
      PARTIAL,
      {
        flags: '--label <text>',
        text: 'keep it in the session of the board, and print what is new since the one before',
      },
    ],
    load: async () => (await import('./commands/snapshot.js')).snapshot,
  },
  {
    name: 'fetch',
    text: 'read the counters into verified .gcda files and a manifest.json',
    options: [
      BOARD,
      PORT,
      VIA,
      TIMEOUT,
      ELF,
      LOAD_AT,
      PARTIAL,
      { flags: '-o, --output <dir>', text: 'folder to write to' },
    ],
    load: async () => (await import('./commands/fetch.js')).fetchCounters,
  },
  {
    name: 'decode',
    text: 'counters to line counts, offline',
    args: [
      {
        name: '<source...>',
        text: '.gcda file, folder of them, LCOV tracefile, console log, a pipe or - with one of these, or ram:FILE@0xADDRESS',
      },
    ],
    options: [
      NOTES,
      ELF,
      LOAD_AT,
      PARTIAL,
      {
        flags: '--format <format>',
        text: 'json, lcov, summary or gcda',
        parse: oneOf(['json', 'lcov', 'summary', 'gcda']),
      },
      {
        flags: '--check-with <gcov>',
        text: 'compare every number with this gcov; exit 1 when one differs',
      },
      OUT,
    ],
    load: async () => (await import('./commands/decode.js')).decode,
  },
  {
    name: 'capture',
    text: 'counters to a committed-ready evidence file',
    options: [
      { flags: '--board <name>', text: 'board profile; with --from any name will do' },
      { flags: '--ticket <ticket>', text: 'ticket the evidence is for; "" records none' },
      { flags: '--tier <tier>', text: 'evidence tier', byDefault: 'manual' },
      { flags: '--note <text>', text: 'what was done on the bench' },
      { flags: '--label <text>', text: 'name shown for this evidence' },
      { flags: '--lab <name>', text: 'lab it was made in (repeatable)', parse: collect },
      { flags: '--tester-name <name>', text: 'default: git config user.name' },
      { flags: '--tester-email <email>', text: 'default: git config user.email' },
      {
        flags: '--from <source>',
        text: 'take this instead of the board, see: decode (repeatable)',
        parse: collect,
      },
      NOTES,
      ELF,
      LOAD_AT,
      {
        flags: '--path-map <from=to>',
        text: 'source path of the build and where it is here (repeatable)',
        parse: collect,
      },
      { flags: '--now <iso>', text: 'instant to record as captured_at', parse: instant },
      PORT,
      VIA,
      TIMEOUT,
      PARTIAL,
      { flags: '--dry-run', text: 'print file name and content, write nothing' },
      { flags: '--commit', text: 'commit the file afterwards' },
    ],
    load: async () => (await import('./commands/capture.js')).capture,
  },
  {
    name: 'validity',
    text: 'what the evidence in the store is worth for the code as it is',
    options: [
      {
        flags: '--tree <tree>',
        text: 'worktree, index, a revision, or merge:REV',
        byDefault: 'worktree',
      },
      { flags: '--today <iso>', text: 'instant to judge age at', parse: instant },
      {
        flags: '--fail-on <states>',
        text: 'exit 1 when there is any of: stale, aging, unverifiable',
        parse: listOf(['stale', 'aging', 'unverifiable']),
      },
      {
        flags: '--format <format>',
        text: 'text or json',
        parse: oneOf(['text', 'json']),
      },
      OUT,
    ],
    load: async () => (await import('./commands/validity.js')).validity,
  },
  {
    name: 'commit',
    text: 'commit evidence files of the store, and nothing else',
    args: [{ name: '[capture...]', text: 'capture files; default: every uncommitted one' }],
    options: [{ flags: '--dry-run', text: 'print files and message, commit nothing' }],
    load: async () => (await import('./commands/commit.js')).commit,
  },
  {
    name: 'sessions',
    text: 'bench sessions kept on disk',
    commands: [
      {
        name: 'list',
        text: 'sessions on disk, and why one cannot be resumed',
        load: async () => (await import('./commands/sessions-list.js')).sessionsList,
      },
      {
        name: 'resume',
        text: 'go on with a session where it stopped',
        args: [{ name: '<id>', text: 'session id' }],
        load: async () => (await import('./commands/sessions-resume.js')).sessionsResume,
      },
      {
        name: 'drop',
        text: 'delete a session with its raw data',
        args: [{ name: '<id>', text: 'session id' }],
        load: async () => (await import('./commands/sessions-drop.js')).sessionsDrop,
      },
    ],
  },
];
