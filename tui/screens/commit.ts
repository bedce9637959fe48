import { BLANK, row, span, wrapText, type Row } from '../rows.js';
import type { SessionView, View } from '../view.js';

/** Exactly which files and which message Enter will commit. */
export function commitScreen(view: SessionView): readonly Row[] {
  const { session, state, symbols, columns, height } = view;
  const plan = session.commitPlan;
  const title = row(span(' Commit the evidence', 'title'));
  if (plan === null) return [title, BLANK, row(span('   nothing saved to commit yet', 'dim'))];
  const isRoomy = height >= 18;
  // Exactly what will be committed: what does not fit goes on below instead of being cut.
  const paths = plan.paths.flatMap((path) =>
    wrapText(path, columns - 9).map((line, index) =>
      row(index === 0 ? '     A  ' : '        ', span(line, 'ok')),
    ),
  );
  const foreign = foreignRows(view, plan.foreignStaged);
  const message = messageLines(view, plan.message);
  const head = [
    title,
    ...(isRoomy ? [BLANK] : []),
    row('   Files to commit (this tool adds nothing else)'),
    ...paths,
    ...(isRoomy ? [BLANK] : []),
  ];
  const room = Math.max(1, height - head.length - 1 - foreign.length);
  const top = Math.min(state.cursor, Math.max(0, message.length - room));
  const shown = message.slice(top, top + room);
  const where = `  lines ${top + 1}-${top + shown.length} of ${message.length}, ${symbols.upDown}`;
  const label = row('   Message', span(message.length > room ? where : '', 'dim'));
  return [...head, label, ...shown.map((line) => row(`     ${line}`)), ...foreign];
}

/** The message as the commit will have it, long lines broken for the eye only. */
function messageLines(view: View, message: string): readonly string[] {
  return message
    .replace(/\n+$/, '')
    .split('\n')
    .flatMap((line) => wrapText(line, view.columns - 7));
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
