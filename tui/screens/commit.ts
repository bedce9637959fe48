import { windowTop } from '../list-window.js';
import { BLANK, pathCell, row, span, wrapText, type Row } from '../rows.js';
import type { SessionView } from '../view.js';

/** Exactly which files and which message Enter will commit. */
export function commitScreen(view: SessionView): readonly Row[] {
  const { session, state, symbols, columns, height } = view;
  const plan = session.commitPlan;
  const title = row(span(' Commit the evidence', 'title'));
  if (plan === null) return [title, BLANK, row(span('   nothing saved to commit yet', 'dim'))];
  const isRoomy = height >= 18;
  const paths = plan.paths.map((path) =>
    row('     A  ', span(pathCell(path, columns - 9, symbols.more), 'ok')),
  );
  const foreign = foreignRows(view, plan.foreignStaged);
  const head = [
    title,
    ...(isRoomy ? [BLANK] : []),
    row('   Files to commit (this tool adds nothing else)'),
    ...paths,
    ...(isRoomy ? [BLANK] : []),
    row('   Message'),
  ];
  const message = plan.message.replace(/\n+$/, '').split('\n');
  const room = Math.max(1, height - head.length - foreign.length);
  const top = windowTop(message.length, room, Math.max(Math.floor(room / 2), state.cursor));
  return [
    ...head,
    ...message.slice(top, top + room).map((line) => row(`     ${line}`)),
    ...foreign,
  ];
}

function foreignRows(view: SessionView, staged: readonly string[]): readonly Row[] {
  if (staged.length === 0) return [];
  const count = `${staged.length} staged ${staged.length === 1 ? 'file' : 'files'}`;
  const text = `your index already holds ${count} (${staged.join(', ')}): they stay staged and are not part of this commit`;
  const lines = wrapText(text, view.columns - 6).slice(0, 3);
  return [
    BLANK,
    ...lines.map((line, index) =>
      row(span(`   ${index === 0 ? view.symbols.warn : ' '} ${line}`, 'warn')),
    ),
  ];
}
