import { doubtsSentence, type ZeroDoubts } from '../session/zero-doubts.js';
import type { SummaryNote } from './counts-summary.js';

/** The remark of a summary on zeros that are not reliable. */
export function doubtsNotes(doubts: ZeroDoubts): readonly SummaryNote[] {
  const text = doubtsSentence(doubts);
  return text === null ? [] : [{ sign: '*', text, paths: new Set(doubts.files.keys()) }];
}
