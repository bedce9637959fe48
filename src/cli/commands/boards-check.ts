import { isBenchError, type BenchError } from '../../base/bench-error.js';
import { printable } from '../../base/printable.js';
import { checkBoardFile } from '../../board/find-board.js';
import type { CliContext } from '../cli-context.js';
import { EXIT, exitCodeOf } from '../exit-code.js';
import { openProject } from '../open-project.js';
import { errorObject, printError } from '../print-error.js';

/** `boards check FILE…`: every mistake of every file, with line and column. */
export async function boardsCheck(context: CliContext, args: readonly string[]): Promise<number> {
  const { places } = await openProject(context);
  const results: { file: string; error: BenchError | null }[] = [];
  for (const file of args) {
    const error = await checkBoardFile(file, places).then(() => null, expected);
    results.push({ file, error });
  }
  if (context.json) {
    const files = results.map(({ file, error }) => ({
      file,
      error: error ? errorObject(error) : null,
    }));
    await context.output.data(`${JSON.stringify({ files }, null, 2)}\n`);
  } else {
    for (const { file, error } of results) {
      if (error) context.output.note(printError(error, context).stderr.trimEnd());
      else await context.output.data(`${printable(file)}: ok\n`);
    }
  }
  const bad = results.find(({ error }) => error !== null)?.error;
  return bad ? exitCodeOf(bad.code) : EXIT.done;
}

function expected(error: unknown): BenchError {
  if (isBenchError(error)) return error;
  throw error;
}
