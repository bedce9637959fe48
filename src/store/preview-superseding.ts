import type { Capture } from '../capture/capture.js';
import { contextKey, supersede } from './supersede.js';
import type { StoredCapture } from './stored-capture.js';

/** Evidence that stops counting once a new capture is in the store. */
export interface SupersedingLoss {
  /** The stored capture that would be replaced. */
  readonly file: string;
  readonly ticket: string | null;
  /** Executed lines no other capture that counts has, by path, ascending. */
  readonly lines: ReadonlyMap<string, readonly number[]>;
  readonly lineCount: number;
}

export interface SupersedingPreview {
  readonly losses: readonly SupersedingLoss[];
  /** A label under which the new capture would replace nothing; null when nothing is lost. */
  readonly suggestedLabel: string | null;
  /** The same in words, one sentence a capture; empty when nothing is lost. */
  readonly sentences: readonly string[];
}

/**
 * What writing a capture would take away: executed lines of captures it replaces that neither it
 * nor any other counting capture has. Lines are compared by path and number as recorded, so a file
 * that moved on between two captures makes the answer an estimate, never the store's judgement.
 */
export function previewSuperseding(
  stored: readonly StoredCapture[],
  capture: Capture,
): SupersedingPreview {
  // The new file's name may sort anywhere; last is what it is in time.
  const fresh: StoredCapture = { file: '', capture };
  const before = supersede(stored);
  const after = supersede([...stored, fresh]);
  const proven = provenLines(after.selected);
  const losses = before.selected
    .filter((one) => after.superseded.includes(one))
    .map((one) => lossOf(one, proven))
    .filter(({ lineCount }) => lineCount > 0);
  const suggestedLabel = losses.length > 0 ? freeLabel(stored, capture) : null;
  return { losses, suggestedLabel, sentences: losses.map(sentence) };
}

function provenLines(captures: readonly StoredCapture[]): ReadonlyMap<string, Set<number>> {
  const proven = new Map<string, Set<number>>();
  for (const { capture } of captures) {
    for (const [path, file] of capture.files) {
      const lines = proven.get(path) ?? new Set();
      for (const [line, count] of file.lines) if (count > 0) lines.add(line);
      proven.set(path, lines);
    }
  }
  return proven;
}

function lossOf(
  { file, capture }: StoredCapture,
  proven: ReadonlyMap<string, ReadonlySet<number>>,
): SupersedingLoss {
  const lines = new Map<string, readonly number[]>();
  let lineCount = 0;
  for (const [path, record] of capture.files) {
    const lost: number[] = [];
    for (const [line, count] of record.lines) {
      if (count > 0 && proven.get(path)?.has(line) !== true) lost.push(line);
    }
    if (lost.length > 0)
      lines.set(
        path,
        lost.sort((a, b) => a - b),
      );
    lineCount += lost.length;
  }
  return { file, ticket: capture.ticket, lines, lineCount };
}

/** `<board> · <ticket>`, with a number behind it should that context be taken too. */
function freeLabel(stored: readonly StoredCapture[], capture: Capture): string {
  const taken = new Set(stored.map((one) => contextKey(one.capture)));
  const base = [capture.board, capture.ticket].filter(Boolean).join(' · ');
  let label = base;
  for (let number = 2; taken.has(contextKey({ ...capture, displayName: label })); number += 1) {
    label = `${base} · ${number}`;
  }
  return label;
}

function sentence({ file, ticket, lines, lineCount }: SupersedingLoss): string {
  const what = lineCount === 1 ? '1 executed line' : `${lineCount} executed lines`;
  const where = lines.size === 1 ? '1 file' : `${lines.size} files`;
  const whose = ticket === null ? '' : ` of ${ticket}`;
  return `replaces ${file}${whose}: ${what} in ${where} would be proved by nothing else`;
}
