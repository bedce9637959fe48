import { CommanderError } from 'commander';
import { BenchError } from '../base/bench-error.js';
import { systemClock } from '../base/clock.js';
import { toBenchError } from '../base/to-bench-error.js';
import type { CleanUp } from './clean-up.js';
import type { CliContext } from './cli-context.js';
import { EXIT, exitCodeOf } from './exit-code.js';
import type { Output } from './output.js';
import { printError, type PrintErrorOptions } from './print-error.js';
import { buildProgram, type Dispatch } from './program.js';
import { readEnvironment, type TerminalFacts } from './read-environment.js';
import { helpTopic } from './topics.js';
import { readVersion } from './version.js';

export interface CliWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: TerminalFacts;
  readonly cwd: string;
  readonly output: Output;
  readonly cleanUp: CleanUp;
  readonly signal: AbortSignal;
}

/** Runs one command line to its exit code. Never rejects: every error is printed here. */
export async function runCli(args: readonly string[], world: CliWorld): Promise<number> {
  const early = earlyErrorOptions(args, world);
  let context: CliContext | null = null;
  let exitCode: number = EXIT.done;
  const help: string[] = [];
  const dispatch: Dispatch = async (load, words, options) => {
    context = {
      ...readEnvironment(options, world.env, world.terminal, world.cwd),
      cwd: world.cwd,
      env: world.env,
      output: world.output,
      cleanUp: world.cleanUp,
      clock: systemClock,
      signal: world.signal,
    };
    if (load) exitCode = await (await load())(context, words, options);
    else exitCode = await guidedSession(context, () => program.outputHelp());
  };
  const showTopic = (topic: string): boolean => {
    const text = helpTopic(topic);
    if (text !== null) help.push(text);
    return text !== null;
  };
  const program = buildProgram(dispatch, showTopic, (text) => help.push(text), readVersion());
  try {
    await program.parseAsync([...args], { from: 'user' });
    if (help.length > 0) await world.output.data(help.join(''));
    return exitCode;
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.exitCode === 0;
    if (isHelp) return answer(help.join(''), EXIT.done, world.output);
    if (help.length > 0) world.output.note(`${help.join('').trimEnd()}\n`);
    return refuse(error, context ?? early, world.output);
  }
}

/** The wizard, or help and exit 2 where it cannot run. */
async function guidedSession(context: CliContext, showHelp: () => void): Promise<number> {
  if (!context.mayAsk) {
    showHelp();
    throw new BenchError('NOT_A_TTY', 'the guided session needs a terminal', {
      why: context.isTerminal
        ? context.isCi
          ? 'CI is set in the environment'
          : '--no-input was given'
        : 'standard input or output is not a terminal',
      hints:
        context.isCi && context.isTerminal
          ? ['use a command, or set CI=false']
          : ['use a command, e.g. otto-bench capture --help'],
    });
  }
  return (await import('./commands/session.js')).guidedSession(context, {});
}

async function refuse(error: unknown, options: PrintErrorOptions, output: Output): Promise<number> {
  const bench = error instanceof CommanderError ? usageError(error) : toBenchError(error);
  const text = printError(bench, options);
  if (text.stderr !== '') output.note(text.stderr.trimEnd());
  return text.stdout === ''
    ? exitCodeOf(bench.code)
    : answer(text.stdout, exitCodeOf(bench.code), output);
}

/** The last words on stdout; where they cannot be written, that is said instead. */
async function answer(text: string, exitCode: number, output: Output): Promise<number> {
  try {
    await output.data(text);
    return exitCode;
  } catch (error) {
    const bench = toBenchError(error);
    output.note(printError(bench, { json: false, debug: false, color: false }).stderr.trimEnd());
    return exitCodeOf(bench.code);
  }
}

/** commander's sentence with its "(Did you mean …)" as a hint. */
function usageError(error: CommanderError): BenchError {
  const [first = '', ...more] = error.message.replace(/^error: /, '').split('\n');
  const hints = more
    .map((line) => /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(line)?.[1])
    .filter((name) => name !== undefined)
    .map((name) => `did you mean ${name}?`);
  return new BenchError('USAGE', first, { hints });
}

/** How to print an error that happens before the flags are parsed. */
function earlyErrorOptions(args: readonly string[], world: CliWorld): PrintErrorOptions {
  const end = args.indexOf('--');
  const flags = end < 0 ? args : args.slice(0, end);
  return readEnvironment(
    {
      json: flags.includes('--json'),
      debug: flags.includes('--debug'),
      color: !flags.includes('--no-color'),
    },
    world.env,
    world.terminal,
    world.cwd,
  );
}
