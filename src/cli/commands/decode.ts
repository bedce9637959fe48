import { countsJson } from '../../gcov/counts-json.js';
import { writeTracefile } from '../../gcov/write-tracefile.js';
import {
  decodeEvidence,
  mergedCounts,
  readPlan,
  type Evidence,
} from '../../session/decode-evidence.js';
import { readSources } from '../../session/read-sources.js';
import type { CliContext } from '../cli-context.js';
import { countsSummary } from '../counts-summary.js';
import { decodeToData } from '../decode-to-data.js';
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
  const content = await readSources(args, plan, {
    signal: context.signal,
    onWait: (sentence) => context.output.note(sentence),
  });
  if (format === 'gcda') {
    return decodeToData(context, content, { ...flags, plan, sources: args });
  }
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
