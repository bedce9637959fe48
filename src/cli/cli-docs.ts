import type { Command } from 'commander';
import { EXIT_CODES_HELP } from './exit-code.js';
import { buildProgram } from './program.js';
import { helpTopic } from './topics.js';

const INTRODUCTION = `# Command line

Made from the command tree by \`npm run docs:cli\`; a test keeps it in step. The same texts are printed by
\`otto-bench help COMMAND\`.
`;

/** The page of every command, as `docs/cli.md`. */
export function cliDocs(): string {
  const program = buildProgram(
    () => Promise.resolve(),
    () => false,
    () => undefined,
    '0.0.0',
  );
  const commands = leaves(program).filter((command) => command.name() !== 'help');
  return [
    INTRODUCTION,
    block(program.helpInformation()),
    ...commands.map((command) => `## ${nameOf(command)}\n\n${block(ownHelp(command))}`),
    `## Exit codes\n\n${block(body(EXIT_CODES_HELP))}`,
    `## Environment\n\n${block(body(helpTopic('environment') ?? ''))}`,
  ].join('\n');
}

function leaves(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length > 0 ? leaves(child) : [child]));
}

function nameOf(command: Command): string {
  const parent = command.parent;
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name();
}

/** The help without the global options, which the first block has. */
function ownHelp(command: Command): string {
  return command.helpInformation().split('\nGlobal Options:')[0] ?? '';
}

function body(text: string): string {
  return text.split('\n').slice(2).join('\n');
}

function block(text: string): string {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
}
