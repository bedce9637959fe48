import { Command, Option } from 'commander';
import type { OptionValues } from 'commander';
import { nearestName } from '../base/nearest-name.js';
import {
  COMMANDS,
  GLOBAL_OPTIONS,
  type CommandSpec,
  type OptionSpec,
  type RunCommand,
} from './command-table.js';

/** Called with the chosen command; `load` is null for the guided session. */
export type Dispatch = (
  load: (() => Promise<RunCommand>) | null,
  args: readonly string[],
  options: OptionValues,
) => Promise<void>;

/** Called for a topic of `help` that is not a command; false when there is no such topic. */
export type ShowTopic = (topic: string) => boolean;

const DESCRIPTION = `Coverage evidence from real boards: pull gcov counters off a target, decode them,
commit them, and know line by line what they still prove.

Without a command it opens the guided session.`;

const EXAMPLES = `
Examples:
  otto-bench demo                                  see the whole job in half a minute
  otto-bench capture --board nucleo --ticket FW-7  fetch, decode and record
  otto-bench validity --fail-on stale              what is the evidence worth now

More: otto-bench help <command>, otto-bench help exit-codes, otto-bench help environment`;

/**
 * The command tree. Nothing is run here: every action calls `dispatch`. Usage errors are thrown as
 * CommanderError, help goes to `writeOut`.
 */
export function buildProgram(
  dispatch: Dispatch,
  showTopic: ShowTopic,
  writeOut: (text: string) => void,
  version: string,
): Command {
  const program = new Command('otto-bench')
    .description(DESCRIPTION)
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .allowExcessArguments(true)
    .addHelpText('after', EXAMPLES);
  for (const option of GLOBAL_OPTIONS) program.addOption(toOption(option));
  for (const spec of COMMANDS) program.addCommand(toCommand(spec, dispatch));
  program.addCommand(helpCommand(program, showTopic));
  program.usage('[options] [command]').action(async () => {
    const [word] = program.args;
    if (word !== undefined) unknownCommand(program, word);
    await dispatch(null, [], program.opts());
  });
  return configure(program, writeOut);
}

function toCommand(spec: CommandSpec, dispatch: Dispatch): Command {
  const command = new Command(spec.name).description(spec.text).helpOption('-h, --help', 'help');
  for (const argument of spec.args ?? []) command.argument(argument.name, argument.text);
  for (const option of spec.options ?? []) command.addOption(toOption(option));
  for (const child of spec.commands ?? []) command.addCommand(toCommand(child, dispatch));
  if (spec.commands) command.helpCommand(false);
  if (spec.load) {
    const load = spec.load;
    return command.action(async () => dispatch(load, command.args, command.optsWithGlobals()));
  }
  // A group on its own means its first command, which only lists.
  const load = spec.commands?.[0]?.load ?? null;
  return command.allowExcessArguments(true).action(async () => {
    const [word] = command.args;
    if (word !== undefined) unknownCommand(command, word);
    await dispatch(load, [], command.optsWithGlobals());
  });
}

function toOption(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.text);
  const parse = spec.parse;
  if (parse) option.argParser((value, earlier) => parse(value, earlier as never));
  if (spec.byDefault !== undefined) option.default(spec.byDefault);
  return option;
}

function helpCommand(program: Command, showTopic: ShowTopic): Command {
  const command = new Command('help')
    .description('help for a command, or a topic: exit-codes, environment')
    .argument('[topic...]', 'command or topic')
    .helpOption(false);
  return command.action(() => {
    let found = program;
    for (const word of command.args) {
      const next = found.commands.find((child) => child.name() === word);
      if (next === undefined) {
        if (found === program && showTopic(word)) return;
        unknownCommand(found, word);
      } else found = next;
    }
    found.outputHelp();
  });
}

function unknownCommand(parent: Command, word: string): never {
  const near = nearestName(
    word,
    parent.commands.map((child) => child.name()),
  );
  const suggestion = near === null ? '' : `\n(Did you mean ${near}?)`;
  return parent.error(`error: unknown command '${word}'${suggestion}`, {
    code: 'commander.unknownCommand',
  });
}

/** Errors are thrown and printed by us, in one place; help is written where we say. */
function configure(command: Command, writeOut: (text: string) => void): Command {
  command
    .exitOverride()
    .configureOutput({ writeOut, writeErr: writeOut, outputError: () => undefined })
    .configureHelp({ helpWidth: 100, showGlobalOptions: true, sortSubcommands: false });
  for (const child of command.commands) configure(child, writeOut);
  return command;
}
