import type { Capture } from '../capture/capture.js';
import type { Trailer } from './session-event.js';
import type { CommitPlan } from './session-state.js';

/** One capture file about to be committed. */
export interface CommitItem {
  /** Relative to the project root. */
  readonly path: string;
  readonly capture: Capture;
  /** Hit lines the store had no valid evidence for, when that was worked out. */
  readonly newLines: number | null;
  /** What only the session knows: raw dump, build, forced checks. */
  readonly trailers: readonly Trailer[];
}

const SHORT_ID = 7;
const MAX_SUBJECT = 72;

/**
 * The exact commit for these capture files: their paths and the message, with ticket, board and
 * anchor as trailers. Pure; nothing is asked of git here.
 */
export function planCommit(
  items: readonly CommitItem[],
  foreignStaged: readonly string[],
): CommitPlan {
  const notes = unique(items.map(({ capture }) => capture.note?.trim() ?? ''));
  const body = [...items.map(countsLine), ...(notes.length > 0 ? ['', ...notes] : [])];
  const message = `${subject(items)}\n\n${body.join('\n')}\n\n${trailerLines(items).join('\n')}\n`;
  return { paths: items.map(({ path }) => path), message, foreignStaged };
}

/** `FW-212: bench evidence for nucleo-f446`. */
function subject(items: readonly CommitItem[]): string {
  const tickets = unique(items.map(({ capture }) => oneLine(capture.ticket ?? '')));
  const boards = unique(items.map(({ capture }) => oneLine(nameOf(capture))));
  const what = `bench evidence for ${boards.length > 0 ? boards.join(', ') : 'a board'}`;
  const text = tickets.length > 0 ? `${tickets.join(', ')}: ${what}` : capitalised(what);
  return text.length <= MAX_SUBJECT ? text : `${text.slice(0, MAX_SUBJECT - 1)}…`;
}

/** `292 lines hit in 3 files, 45 new to the store.` */
function countsLine({ capture, newLines }: CommitItem): string {
  let hitLines = 0;
  for (const file of capture.files.values()) {
    for (const count of file.lines.values()) if (count > 0) hitLines += 1;
  }
  const files = capture.files.size;
  const fresh = newLines === null ? '' : `, ${newLines} new to the store`;
  return `${plural(hitLines, 'line')} hit in ${plural(files, 'file')}${fresh}.`;
}

function trailerLines(items: readonly CommitItem[]): string[] {
  const trailers = items.flatMap(({ capture, trailers: more }): Trailer[] => [
    ...(capture.ticket === null ? [] : [['Ticket', capture.ticket] as const]),
    ['Board', capture.board || nameOf(capture)],
    ['Anchor', capture.baseCommit.slice(0, SHORT_ID)],
    ...more,
  ]);
  return unique(trailers.map(([key, value]) => `${key}: ${oneLine(value) || 'none'}`));
}

function nameOf(capture: Capture): string {
  return capture.displayName ?? capture.board;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
