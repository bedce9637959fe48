import { linuxConsoleText } from './linux-console-text.js';

/** The lines that stand before and after the output of one command. */
export interface AnswerMarks {
  readonly begin: string;
  readonly end: string;
}

/** Marks of the command with this number; `session` is a word no other dialogue has. */
export function answerMarks(session: string, number: number): AnswerMarks {
  return { begin: `OB${session}-${number}-B`, end: `OB${session}-${number}-E` };
}

/** A shell word that prints as the mark but does not look like it in an echo. */
export function markWord(mark: string): string {
  return `OB''${mark.slice(2)}`;
}

/** `cut`: the end came, but the beginning was lost. Null: the end has not come. */
export type Answer = { readonly text: string } | 'cut' | null;

/**
 * The output of a command from everything the console gave since it was sent. The end mark is sent
 * twice, so that one spoilt copy does no harm.
 */
export function findAnswer(received: string, marks: AnswerMarks): Answer {
  const text = linuxConsoleText(received);
  const end = text.indexOf(marks.end);
  if (end < 0) return null;
  const begin = text.lastIndexOf(marks.begin, end);
  if (begin < 0) return 'cut';
  return { text: text.slice(begin + marks.begin.length, end) };
}
