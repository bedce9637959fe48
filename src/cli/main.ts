#!/usr/bin/env node
import { toBenchError } from '../base/to-bench-error.js';
import { CleanUp } from './clean-up.js';
import { outputStream } from './output-stream.js';
import { streamOutput } from './output.js';
import { printError } from './print-error.js';
import { runCli } from './run-cli.js';
import { watchSignals } from './signals.js';
import { EXIT } from './exit-code.js';

const args = process.argv.slice(2);
prepareColor();
const cleanUp = new CleanUp();
const output = streamOutput(outputStream(process.stdout, 1), process.stderr);
const signals = watchSignals((exitCode) => void leave(exitCode));
process.on('uncaughtException', (error) => void crash(error));
process.on('unhandledRejection', (error) => void crash(error));

const exitCode = await runCli(args, {
  env: process.env,
  terminal: {
    stdinIsTty: process.stdin.isTTY === true,
    stdoutIsTty: process.stdout.isTTY === true,
    columns: process.stdout.columns,
    rows: process.stdout.rows,
  },
  cwd: process.cwd(),
  output,
  cleanUp,
  signal: signals.signal,
});
await leave(signals.exitCode() ?? exitCode);

/** The one way out. */
async function leave(code: number): Promise<void> {
  await cleanUp.run();
  process.exit(code);
}

async function crash(error: unknown): Promise<void> {
  const text = printError(toBenchError(error), {
    json: args.includes('--json'),
    debug: args.includes('--debug'),
    color: false,
  });
  await cleanUp.run();
  process.stderr.write(text.stderr);
  if (text.stdout !== '') process.stdout.write(text.stdout);
  process.exit(EXIT.usage);
}

/**
 * The terminal library of the screens knows FORCE_COLOR and not NO_COLOR, so the second is said
 * with the first, before anything else is loaded.
 */
function prepareColor(): void {
  const { NO_COLOR } = process.env;
  if ((NO_COLOR !== undefined && NO_COLOR !== '') || args.includes('--no-color')) {
    process.env.FORCE_COLOR = '0';
  }
}
