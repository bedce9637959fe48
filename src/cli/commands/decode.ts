import { BenchError } from '../../base/bench-error.js';
import { countsJson } from '../../gcov/counts-json.js';
import { writeTracefile } from '../../gcov/write-tracefile.js';
import type { GcovCheck } from '../../session/check-with-gcov.js';
import {
  decodeEvidence,
  mergedCounts,
  readPlan,
  type Evidence,
} from '../../session/decode-evidence.js';
import { writeObjectFiles } from '../../session/object-files.js';
import { readSources, type SourceContent } from '../../session/read-sources.js';
import { checkJson } from '../check-json.js';
import { checkText } from '../check-text.js';
import type { CliContext } from '../cli-context.js';
import { countsSummary } from '../counts-summary.js';
import { EXIT } from '../exit-code.js';
import { gcovOf, runGcovCheck } from '../gcov-check.js';
import { writeData } from '../output.js';
import { printWarnings } from '../print-warnings.js';

export interface DecodeFlags {
  readonly notes?: readonly string[];
  readonly elf?: string;
  readonly partial?: boolean;
  readonly format?: 'json' | 'lcov' | 'summary' | 'gcda';
  readonly checkWith?: string;
  readonly output?: string;
}

/** `decode SOURCE…`: counters to line counts, offline. */
export async function decode(
  context: CliContext,
  args: readonly string[],
  flags: DecodeFlags,
): Promise<number> {
  const format = flags.format ?? (context.json ? 'json' : 'summary');
  const gcov = await gcovOf(context, flags);
  const plan = flags.elf === undefined ? null : await readPlan(flags.elf);
  const content = await readSources(args, plan);
  if (format === 'gcda') return writeObjects(context, content, args, flags);
  const notes = [...(flags.notes ?? []), ...content.noteFolders];
  const evidence = await decodeEvidence(content.objects, content.counts, {
    notes,
    plan,
    partial: flags.partial === true,
    gaps: content.gaps,
  });
  const check = await runGcovCheck(context, gcov, evidence, notes);
  const warnings = [...content.warnings, ...evidence.warnings];
  if (format !== 'json') printWarnings(context, [...warnings, ...(check?.warnings ?? [])]);
  await writeData(context.output, flags.output, textOf(format, { ...evidence, warnings }, check));
  if (check !== null && format === 'lcov') {
    for (const line of checkText(check)) context.output.note(line);
  }
  if (check !== null && check.differences.length > 0) return EXIT.checkSaysNo;
  return evidence.objects.every(({ status }) => status === 'ok' || status === 'repaired')
    ? EXIT.done
    : EXIT.board;
}

function textOf(
  format: 'json' | 'lcov' | 'summary',
  evidence: Evidence,
  check: GcovCheck | null,
): string {
  const files = mergedCounts(evidence).values();
  switch (format) {
    case 'json': {
      const checked = check === null ? undefined : checkJson(check);
      return countsJson(files, evidence.objects, evidence.warnings, checked);
    }
    case 'lcov':
      return writeTracefile(files);
    case 'summary':
      return `${countsSummary(evidence)}${check === null ? '' : `\n${checkText(check).join('\n')}\n`}`;
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
