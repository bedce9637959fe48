import { ruleRow } from '../chrome.js';
import { zeroEntries } from '../entries.js';
import { BLANK, choiceRow, row, span, wrapText, type Row } from '../rows.js';
import type { SessionView } from '../view.js';

const LABELS = { zero: 'Zero now', keep: 'Keep the old counts' } as const;
const REMARKS = { zero: 'z', keep: 'o   marked "not zeroed"' } as const;

function labelOf(entry: keyof typeof LABELS, isBaseline: boolean): string {
  return entry === 'zero' && isBaseline ? 'Read a baseline now' : LABELS[entry];
}

/** What evidence will mean, the ways on, and what the board answered. */
export function zeroScreen(view: SessionView): readonly Row[] {
  const { session, state, columns } = view;
  const words = session.isBaseline
    ? 'This board has no way to zero its counters. A baseline reads what they hold now, changes nothing, and is subtracted from every reading; so only what you do from here on is evidence for the ticket.'
    : session.canZero
      ? 'The board holds counts from since its last reset. After zeroing, only what you do from here on is evidence for the ticket.'
      : 'This board has no way to zero its counters: what it counted since its last reset is part of the evidence.';
  const entries = zeroEntries(state).map((entry, index) => {
    const isChosen = index === state.cursor;
    return choiceRow(
      isChosen ? ` ${view.symbols.pointer} ` : '   ',
      span(labelOf(entry, session.isBaseline === true).padEnd(24), isChosen ? 'chosen' : 'plain'),
      span(REMARKS[entry], 'dim'),
    );
  });
  const result = session.zeroResult.slice(-Math.max(1, view.height - 8 - entries.length));
  return [
    row(span(' Zero the counters', 'title')),
    BLANK,
    ...wrapText(words, columns - 6).map((line) => row(`   ${line}`)),
    BLANK,
    ...entries,
    BLANK,
    ruleRow(view, 'Result'),
    ...result.map((line) => row(`   ${line}`)),
    ...(session.isZeroed
      ? [
          row(
            span(
              `   ${view.symbols.ok} ${session.isBaseline ? 'counted from here on' : 'counters are zero'}`,
              'ok',
            ),
          ),
        ]
      : []),
  ];
}
