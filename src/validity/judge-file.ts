import type { BaseLine, CapturedFile } from '../capture/capture.js';
import { respacedLines } from '../capture/respaced-lines.js';
import type { Hunk } from '../git/parse-hunks.js';
import { lineMap, type LinePlace } from './line-map.js';
import { readSource } from './source-text.js';
import type { LossCause, NowLine } from './validity-report.js';

/** What became of one line of a captured file. */
export type LineOutcome =
  | { readonly kind: 'valid'; readonly line: NowLine }
  | {
      readonly kind: 'lost';
      readonly cause: LossCause;
      readonly now: NowLine | null;
      /** Last line of what took its place, when anything did. */
      readonly last: NowLine | null;
    };

export interface FileJudgement {
  outcomeOf(line: BaseLine): LineOutcome;
  /** Why the whole file, or lines of it that never were, do not count; null when neither. */
  readonly warning: string | null;
}

export interface FileContents {
  /** Null when the bytes are not to be had; then nothing can be said against the numbers. */
  readonly oldBytes: Uint8Array | null;
  readonly newBytes: Uint8Array | null;
  readonly hunks: readonly Hunk[];
  readonly isChanged: boolean;
}

/** Judges a captured file that is still there, by what lies between its two contents. */
export function judgeFile(file: CapturedFile, contents: FileContents): FileJudgement {
  const old = contents.oldBytes === null ? null : readSource(contents.oldBytes);
  const now = contents.newBytes === null ? null : readSource(contents.newBytes);
  if (old?.hasLoneCr) {
    return loseFile(
      'line-table',
      'a carriage return without a line feed ends a line for the compiler and not for git, so no line can be placed',
    );
  }
  if (contents.isChanged && (old?.isText === false || now?.isText === false)) {
    return loseFile(
      'not-text',
      `it is ${now?.isText === false ? 'not text now' : 'text only now'}`,
    );
  }
  const lineCount = old?.lineCount ?? Number.POSITIVE_INFINITY;
  const map = lineMap(contents.hunks);
  const isRespaced =
    contents.isChanged && contents.oldBytes && contents.newBytes
      ? respacedLines(contents.oldBytes, contents.newBytes)
      : () => false;
  const beyond = [...file.lines].filter(([line, count]) => count > 0 && line > lineCount).length;
  return {
    warning: beyond > 0 ? `${beyond} executed lines lie past the end of the recorded file` : null,
    outcomeOf: (line) => {
      if (line > lineCount) return { kind: 'lost', cause: 'line-table', now: null, last: null };
      const place = map.placeOf(line);
      if (place.kind === 'changed') return outcomeOfChange(place);
      if (!isRespaced(line, place.line)) return { kind: 'valid', line: place.line };
      return { kind: 'lost', cause: 'respaced', now: place.line, last: place.line };
    },
  };
}

/** A judgement that takes everything. */
export function loseFile(cause: LossCause, warning: string): FileJudgement {
  return { warning, outcomeOf: () => ({ kind: 'lost', cause, now: null, last: null }) };
}

function outcomeOfChange(place: Extract<LinePlace, { kind: 'changed' }>): LineOutcome {
  const cause = place.isReplaced ? 'edited' : 'deleted';
  return { kind: 'lost', cause, now: place.anchor, last: place.last };
}
