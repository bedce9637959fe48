import { join, resolve } from 'node:path';
import { BenchError } from '../../base/bench-error.js';
import { printable } from '../../base/printable.js';
import { writeObjectFiles } from '../../session/object-files.js';
import type { BoardFlags } from '../board-override.js';
import type { CliContext } from '../cli-context.js';
import { EXIT } from '../exit-code.js';
import { printWarnings } from '../print-warnings.js';
import { textTable } from '../text-table.js';
import { withBoard } from '../with-board.js';
import { isSound } from '../../gcov/is-sound.js';

/** `fetch -o DIR`: verified `.gcda` files and what is known of each in `manifest.json`. */
export async function fetchCounters(
  context: CliContext,
  _args: readonly string[],
  flags: BoardFlags & { readonly output?: string },
): Promise<number> {
  if (flags.output === undefined) {
    throw new BenchError('USAGE', 'where to? -o DIR');
  }
  const folder = resolve(context.cwd, flags.output);
  const { fetched, gaps } = await withBoard(context, flags, join(folder, 'raw'), async (atHand) => {
    const taken = await atHand.connection.take(atHand.take);
    // The ELF knows what is missing; without it only a whole dump can be trusted.
    const open = atHand.plan ? [] : taken.gaps;
    return { fetched: { ...taken, source: atHand.connection.port }, gaps: open };
  });
  const files = await writeObjectFiles(folder, fetched);
  const bad = fetched.objects.filter((object) => !isSound(object));
  const warnings = [...fetched.warnings, ...gaps];
  if (context.json) {
    const objects = fetched.objects.map(({ path, status, reason }) => ({
      path,
      status,
      reason: reason ?? null,
    }));
    await context.output.data(`${JSON.stringify({ folder, files, objects, warnings }, null, 2)}\n`);
  } else {
    printWarnings(context, warnings);
    const rows = bad.map(({ path, status, reason }) => [status, path, reason ?? '']);
    for (const line of textTable(rows)) context.output.note(line);
    await context.output.data(files.map((file) => `${printable(join(folder, file))}\n`).join(''));
  }
  return (bad.length > 0 || gaps.length > 0) && flags.partial !== true ? EXIT.board : EXIT.done;
}
