import type { LoadPlace } from '../../base/load-place.js';
import { countsJson } from '../../gcov/counts-json.js';
import { writeTracefile } from '../../gcov/write-tracefile.js';
import {
  decodeEvidence,
  mergedCounts,
  readPlan,
  type Evidence,
} from '../../session/decode-evidence.js';
import type { TextStyle } from '../../report/text-rows.js';
import { findDoubts } from '../../session/find-doubts.js';
import { readSources } from '../../session/read-sources.js';
import { doubtsSentence, type ZeroDoubts } from '../../session/zero-doubts.js';
import type { CliContext } from '../cli-context.js';
import { doubtsNotes } from '../doubts-notes.js';
import { EXIT } from '../exit-code.js';
import type { CheckCounts, CheckedCounts } from '../gcov-check.js';
import { writeData } from '../output.js';
import { printWarnings } from '../print-warnings.js';
import { isSound } from '../../gcov/is-sound.js';

export interface DecodeFlags {
  readonly notes?: readonly string[];
  readonly elf?: string;
  readonly partial?: boolean;
  readonly format?: 'json' | 'lcov' | 'summary' | 'gcda';
  readonly loadAt?: LoadPlace;
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
  const check = await openCheck(context, flags.checkWith, format);
  const plan = flags.elf === undefined ? null : await readPlan(flags.elf, flags.loadAt);
  const content = await readSources(args, plan, {
    signal: context.signal,
    onWait: (sentence) => context.output.note(sentence),
  });
  if (format === 'gcda') {
    const { decodeToData } = await import('../decode-to-data.js');
    return decodeToData(context, content, { ...flags, plan, sources: args });
  }
  const notes = [...(flags.notes ?? []), ...content.noteFolders];
  const evidence = await decodeEvidence(content.objects, content.counts, {
    notes,
    plan,
    partial: flags.partial === true,
    gaps: content.gaps,
  });
  const checked = (await check?.(evidence, notes)) ?? null;
  const lcov = format === 'lcov' ? await asTracefile(evidence, context.cwd) : null;
  const counts = format === 'json' ? mergedCounts(evidence) : null;
  const { doubts, warnings: unread } = await findDoubts(evidence, flags.elf ?? null, counts);
  const sentence = lcov ? doubtsSentence(doubts) : null;
  const warnings = [
    ...content.warnings,
    ...evidence.warnings,
    ...(lcov?.warnings ?? []),
    ...unread,
    ...(sentence === null ? [] : [sentence]),
  ];
  if (format !== 'json') printWarnings(context, [...warnings, ...(checked?.warnings ?? [])]);
  const isShown = flags.output === undefined || flags.output === '-';
  const style = { ...context, color: context.color && isShown };
  const text =
    lcov?.text ??
    (format === 'json'
      ? countsJson(counts?.values() ?? [], evidence.objects, warnings, checked?.json, doubts.files)
      : await summaryText(evidence, checked, style, doubts));
  await writeData(context.output, flags.output, text);
  if (checked && lcov) for (const line of checked.text(context)) context.output.note(line);
  if (checked?.agrees === false) return EXIT.checkSaysNo;
  return evidence.objects.every(isSound) ? EXIT.done : EXIT.board;
}

async function asTracefile(
  evidence: Evidence,
  cwd: string,
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  const { tracefileCounts } = await import('../../session/tracefile-counts.js');
  const { files, warnings } = await tracefileCounts(evidence, cwd);
  return { text: writeTracefile(files), warnings };
}

/** Loaded only when it is asked for: decoding starts faster without. */
async function openCheck(
  context: CliContext,
  command: string | undefined,
  format: string,
): Promise<CheckCounts | null> {
  if (command === undefined) return null;
  return (await import('../gcov-check.js')).openCheck(context, command, format);
}

/** Measuring text loads tables of all characters, which nothing else of a decode needs. */
async function summaryText(
  evidence: Evidence,
  checked: CheckedCounts | null,
  style: TextStyle,
  doubts: ZeroDoubts,
): Promise<string> {
  const { countsSummary } = await import('../counts-summary.js');
  const lines = checked?.text(style) ?? [];
  const summary = countsSummary(evidence, style, doubtsNotes(doubts));
  return `${summary}${lines.length > 0 ? `\n${lines.join('\n')}\n` : ''}`;
}
