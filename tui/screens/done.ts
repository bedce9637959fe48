import { DONE_ENTRIES } from '../entries.js';
import { BLANK, choiceRow, row, span, wrapText, type Row } from '../rows.js';
import type { SessionView } from '../view.js';

const LABELS = { again: 'Another run on this board', quit: 'Quit' } as const;

/** What came of the session and what can be done next. */
export function doneScreen(view: SessionView): readonly Row[] {
  const { session, symbols, state, columns } = view;
  const subject = session.commitPlan?.message.split('\n')[0] ?? '';
  const result =
    session.commitId === null
      ? [
          row(
            '   ',
            span(`${symbols.warn} saved, not committed: `, 'warn'),
            session.savedFile ?? 'nothing was saved',
          ),
        ]
      : [
          row(
            '   ',
            span(`${symbols.ok} committed ${session.commitId.slice(0, 7)}`, 'ok'),
            `  ${subject}`,
          ),
        ];
  const file = session.savedFile === null ? [] : wrapText(session.savedFile, columns - 6);
  const entries = DONE_ENTRIES.map((entry, index) => {
    const isChosen = index === state.cursor;
    return choiceRow(
      isChosen ? ` ${symbols.pointer} ` : '   ',
      span(LABELS[entry], isChosen ? 'chosen' : 'plain'),
    );
  });
  return [
    row(span(' Done', 'title')),
    BLANK,
    ...result,
    ...file.map((line) => row(span(`     ${line}`, 'dim'))),
    BLANK,
    row('   What is all evidence worth now?   ', span('otto-bench validity', 'title')),
    row(span('   Pushing is yours to do: this tool never talks to a remote.', 'dim')),
    BLANK,
    row('   Next'),
    ...entries,
  ];
}
