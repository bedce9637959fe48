import { countsJson } from '../../gcov/counts-json.js';
import { decodeEvidence, mergedCounts } from '../../session/decode-evidence.js';
import { findDoubts } from '../../session/find-doubts.js';
import { refuseUnsound } from '../../session/refuse-unsound.js';
import type { BoardFlags } from '../board-override.js';
import type { CliContext } from '../cli-context.js';
import { countsSummary } from '../counts-summary.js';
import { labelledSnapshot } from '../labelled-snapshot.js';
import { doubtsNotes } from '../doubts-notes.js';
import { EXIT } from '../exit-code.js';
import { printWarnings } from '../print-warnings.js';
import { withBoard } from '../with-board.js';
import { isSound } from '../../gcov/is-sound.js';

/**
 * `snapshot`: reads the counters and says what has run so far; nothing is recorded unless it has a
 * label.
 */
export async function snapshot(
  context: CliContext,
  _args: readonly string[],
  flags: BoardFlags & { readonly label?: string },
): Promise<number> {
  if (flags.label !== undefined) return labelledSnapshot(context, flags, flags.label);
  const isPartial = flags.partial === true;
  const { evidence, warnings, elf } = await withBoard(context, flags, null, async (atHand) => {
    const taken = await atHand.connection.take(atHand.take);
    const decoded = await decodeEvidence(taken.objects, [], {
      notes: atHand.board.notes,
      plan: atHand.plan,
      partial: isPartial,
      gaps: taken.gaps,
    });
    if (!isPartial) refuseUnsound(decoded.objects);
    return {
      evidence: decoded,
      warnings: [...taken.warnings, ...decoded.warnings],
      elf: atHand.board.elf,
    };
  });
  const counts = mergedCounts(evidence);
  const { doubts, warnings: unread } = await findDoubts(evidence, elf, counts);
  const all = [...warnings, ...unread];
  if (!context.json) printWarnings(context, all);
  const text = context.json
    ? countsJson(counts.values(), evidence.objects, all, undefined, doubts.files)
    : countsSummary(evidence, context, doubtsNotes(doubts));
  await context.output.data(text);
  return evidence.objects.every(isSound) ? EXIT.done : EXIT.board;
}
