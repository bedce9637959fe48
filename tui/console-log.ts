/** One line of the console. `own` lines were sent from here, `mark` lines are notes. */
export interface ConsoleLine {
  readonly at: Date;
  readonly text: string;
  readonly kind: 'board' | 'own' | 'mark';
}

/** The console's scrollback: bounded, with a line number that never changes for each line. */
export interface ConsoleLog {
  readonly lines: readonly ConsoleLine[];
  /** Number of the first line kept. */
  readonly first: number;
  /** A line the board has not finished yet, such as its prompt; empty when there is none. */
  readonly open: string;
  readonly openAt: Date | null;
  readonly endsInReturn: boolean;
}

export const SCROLLBACK_LINES = 10_000;

/** A board that never sends a line end must not grow a line without bound. */
const LONGEST_LINE = 4096;

export const EMPTY_LOG: ConsoleLog = {
  lines: [],
  first: 0,
  open: '',
  openAt: null,
  endsInReturn: false,
};

/** Number of the line after the last one, the unfinished one included. */
export function logEnd(log: ConsoleLog): number {
  return log.first + log.lines.length + (log.open === '' ? 0 : 1);
}

/**
 * Adds console text as it came. CR LF, LF and CR end a line; a CR at the end of the text waits,
 * because its LF may be in the next piece.
 */
export function addConsoleText(log: ConsoleLog, text: string, at: Date): ConsoleLog {
  const data = log.endsInReturn && text.startsWith('\n') ? text.slice(1) : text;
  const parts = data.split(/\r\n|\n|\r/);
  const added: ConsoleLine[] = [];
  let open = log.open;
  let openAt = log.openAt;
  for (const [index, part] of parts.entries()) {
    let rest = part;
    while (open.length + rest.length > LONGEST_LINE) {
      const room = LONGEST_LINE - open.length;
      added.push({ at: openAt ?? at, text: open + rest.slice(0, room), kind: 'board' });
      rest = rest.slice(room);
      open = '';
      openAt = null;
    }
    if (rest !== '') openAt ??= at;
    open += rest;
    if (index === parts.length - 1) break;
    added.push({ at: openAt ?? at, text: open, kind: 'board' });
    open = '';
    openAt = null;
  }
  const endsInReturn = text === '' ? log.endsInReturn : text.endsWith('\r');
  return { ...keepLast(log, added), open, openAt, endsInReturn };
}

/** Adds a line of our own: what was sent, or a mark. An unfinished board line is ended first. */
export function addOwnLine(
  log: ConsoleLog,
  text: string,
  kind: 'own' | 'mark',
  at: Date,
): ConsoleLog {
  const added: ConsoleLine[] = [];
  if (log.open !== '') added.push({ at: log.openAt ?? at, text: log.open, kind: 'board' });
  added.push({ at, text, kind });
  return { ...keepLast(log, added), open: '', openAt: null, endsInReturn: false };
}

function keepLast(log: ConsoleLog, added: readonly ConsoleLine[]): ConsoleLog {
  if (added.length === 0) return log;
  const all = [...log.lines, ...added];
  const surplus = Math.max(0, all.length - SCROLLBACK_LINES);
  return { ...log, lines: surplus > 0 ? all.slice(surplus) : all, first: log.first + surplus };
}

/** At most `height` lines from line number `top` on; the unfinished line is the last. */
export function logSlice(log: ConsoleLog, top: number, height: number): readonly ConsoleLine[] {
  const start = Math.max(0, top - log.first);
  const slice = log.lines.slice(start, start + height);
  if (slice.length < height && log.open !== '' && start <= log.lines.length) {
    slice.push({ at: log.openAt ?? new Date(0), text: log.open, kind: 'board' });
  }
  return slice;
}
