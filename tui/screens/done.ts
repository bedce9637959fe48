import { DONE_ENTRIES } from '../entries.js';
import { BLANK, choiceRow, row, span, wrapText, type Row } from '../rows.js';
import type { SessionView } from '../view.js';

const LABELS = { again: 'Another run on this board', quit: 'Quit' } as const;

/** What came of the session and what can be done next. */
export function doneScreen(view: SessionView): readonly Row[] {
  const { session, symbols, state, columns } = view;
  const subject = session.commitPlan?.message.split('\n')[0] ?? '';
  const wrapped = (text: string): readonly string[] => wrapText(text, columns - 6);
  const result =
    session.commitId === null
      ? [row('   ', span(`${symbols.warn} saved, not committed`, 'warn'))]
      : [
          row('   ', span(`${symbols.ok} committed ${session.commitId.slice(0, 7)}`, 'ok')),
          ...wrapped(subject).map((line) => row(`     ${line}`)),
        ];
  const file = wrapped(session.savedFile ?? 'nothing was saved');
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
    row('   What is it all worth now?   ', span('otto-bench validity', 'title')),
    row(span('   Pushing is yours to do.', 'dim')),
    BLANK,
    row('   Next'),
    ...entries,
  ];
}
