import { BenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import type { RawObject } from '../gcov/raw-object.js';
import type { CounterPlan } from '../image/counter-plan.js';
import { expectedObjects } from '../session/expected-objects.js';
import { mergedObjects } from '../session/merged-objects.js';
import { writeObjectFiles } from '../session/object-files.js';
import type { SourceContent } from '../session/source-content.js';
import type { CliContext } from './cli-context.js';
import { EXIT } from './exit-code.js';
import { printWarnings } from './print-warnings.js';
import { isSound } from '../gcov/is-sound.js';

export interface DecodeToDataOptions {
  readonly output?: string;
  readonly partial?: boolean;
  readonly plan: CounterPlan | null;
  readonly sources: readonly string[];
}

const MAX_NAMED = 8;

/**
 * `decode --format gcda -o DIR`: one `.gcda` file a unit for other tools, byte for byte what libgcov
 * would have written, and a manifest. What other formats refuse is refused here too.
 */
export async function decodeToData(
  context: CliContext,
  content: SourceContent,
  { output, partial = false, plan, sources }: DecodeToDataOptions,
): Promise<number> {
  if (output === undefined) {
    throw new BenchError('USAGE', '--format gcda writes files: name the folder with -o DIR');
  }
  if (content.counts.length > 0) {
    throw new BenchError('USAGE', 'a tracefile holds no counters a .gcda file could be made of', {
      why: 'it holds counts of lines, which do not say how the program went',
      hints: ['--format lcov writes tracefiles'],
    });
  }
  const expected = await expectedObjects(content.objects, { plan, partial, gaps: content.gaps });
  const { objects, warnings } = mergedObjects(expected.objects);
  if (!partial) refuseUnsound(objects);
  const all = [...content.warnings, ...expected.warnings, ...warnings];
  const files = await writeObjectFiles(output, {
    source: sources.join(' '),
    rawSha256: content.streamSha256,
    warnings: all,
    gaps: plan ? [] : content.gaps,
    objects,
  });
  printWarnings(context, all);
  await context.output.data(files.map((file) => `${printable(file)}\n`).join(''));
  return objects.every(isSound) ? EXIT.done : EXIT.board;
}

/** Sound data of another build may be written: it is what it says. Damaged or missing data may not. */
function refuseUnsound(objects: readonly RawObject[]): void {
  const bad = objects.filter(({ status }) => status === 'damaged' || status === 'missing');
  if (bad.length === 0) return;
  const lines = bad
    .slice(0, MAX_NAMED)
    .map(({ path, status, reason }) => `${printable(path)}: ${printable(reason ?? status)}`);
  if (bad.length > MAX_NAMED) lines.push(`and ${bad.length - MAX_NAMED} more`);
  throw new BenchError(
    'DAMAGED_DUMP',
    `${bad.length} of ${objects.length} objects cannot be believed`,
    {
      why: lines.join('\n'),
      hints: ['fetch the counters again', '--partial writes the sound ones'],
    },
  );
}
