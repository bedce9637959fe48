import { BenchError } from '../../base/bench-error.js';
import { countsJson } from '../../gcov/counts-json.js';
import { writeTracefile } from '../../gcov/write-tracefile.js';
import {
  decodeEvidence,
  mergedCounts,
  readPlan,
  type Evidence,
} from '../../session/decode-evidence.js';
import { writeObjectFiles } from '../../session/object-files.js';
import { readSources, type SourceContent } from '../../session/read-sources.js';
import type { CliContext } from '../cli-context.js';
import { countsSummary } from '../counts-summary.js';
import { EXIT } from '../exit-code.js';
import { writeData } from '../output.js';
import { printWarnings } from '../print-warnings.js';

export interface DecodeFlags {
  readonly notes?: readonly string[];
  readonly elf?: string;
  readonly partial?: boolean;
  readonly format?: 'json' | 'lcov' | 'summary' | 'gcda';
  readonly output?: string;
}

/** `decode SOURCE…`: counters to line counts, offline. */
export async function decode(
  context: CliContext,
  args: readonly string[],
  flags: DecodeFlags,
): Promise<number> {
  const format = flags.format ?? (context.json ? 'json' : 'summary');
  const plan = flags.elf === undefined ? null : await readPlan(flags.elf);
  const content = await readSources(args, plan);
  if (format === 'gcda') return writeObjects(context, content, args, flags);
  const evidence = await decodeEvidence(content.objects, content.counts, {
    notes: [...(flags.notes ?? []), ...content.noteFolders],
    plan,
    partial: flags.partial === true,
    gaps: content.gaps,
  });
  const warnings = [...content.warnings, ...evidence.warnings];
  if (format !== 'json') printWarnings(context, warnings);
  await writeData(context.output, flags.output, textOf(format, { ...evidence, warnings }));
  return evidence.objects.every(({ status }) => status === 'ok' || status === 'repaired')
    ? EXIT.done
    : EXIT.board;
}

function textOf(format: 'json' | 'lcov' | 'summary', evidence: Evidence): string {
  const files = mergedCounts(evidence).values();
  switch (format) {
    case 'json':
      return countsJson(files, evidence.objects, evidence.warnings);
    case 'lcov':
      return writeTracefile(files);
    case 'summary':
      return countsSummary(evidence);
  }
}

async function writeObjects(
  context: CliContext,
  content: SourceContent,
  sources: readonly string[],
  flags: DecodeFlags,
): Promise<number> {
  if (flags.output === undefined) {
    throw new BenchError('USAGE', '--format gcda writes files: name the folder with -o DIR');
  }
  const bad = content.objects.filter(({ status }) => status !== 'ok' && status !== 'repaired');
  if (bad.length > 0 && flags.partial !== true) {
    throw new BenchError(
      'DAMAGED_DUMP',
      `${bad.length} of ${content.objects.length} objects cannot be believed`,
      {
        why: bad.map(({ path, reason }) => `${path}: ${reason ?? 'damaged'}`).join('\n'),
        hints: ['--partial writes the sound ones'],
      },
    );
  }
  const files = await writeObjectFiles(flags.output, {
    source: sources.join(' '),
    rawSha256: null,
    warnings: content.warnings,
    gaps: content.gaps,
    objects: content.objects,
  });
  printWarnings(context, content.warnings);
  await context.output.data(`${files.join('\n')}\n`);
  return bad.length > 0 ? EXIT.board : EXIT.done;
}
