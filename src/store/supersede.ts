import type { Capture } from '../capture/capture.js';
import { capturedInstant } from './captured-instant.js';
import type { StoredCapture } from './stored-capture.js';

export interface Selection {
  /** Captures that count, in the order given. */
  readonly selected: readonly StoredCapture[];
  /** Captures a newer one of the same context replaced, in the order given. */
  readonly superseded: readonly StoredCapture[];
}

/**
 * Keeps the newest capture of each context. Newest is by instant; undated loses to dated, and of
 * two equal ones the later in the list (by file name) stays, where `NAME-2` was written after `NAME`. Captures without label and board are
 * not known to be one context and never replace each other.
 */
export function supersede(captures: readonly StoredCapture[]): Selection {
  const newest = new Map<string, StoredCapture>();
  for (const stored of captures) {
    const key = contextKey(stored.capture);
    if (key === null) continue;
    const before = newest.get(key);
    if (!before || isNewer(stored, before)) newest.set(key, stored);
  }
  const kept = new Set(newest.values());
  const counts = (stored: StoredCapture): boolean =>
    contextKey(stored.capture) === null || kept.has(stored);
  return {
    selected: captures.filter(counts),
    superseded: captures.filter((stored) => !counts(stored)),
  };
}

/** Tier, label (else board) and board; null when there is neither label nor board. */
export function contextKey({ tier, displayName, board }: Capture): string | null {
  const label = displayName || board;
  return label === '' ? null : JSON.stringify([tier, label, board]);
}

function instantOf({ capture }: StoredCapture): number {
  return capturedInstant(capture.capturedAt) ?? Number.NEGATIVE_INFINITY;
}

/** `one` stands behind `other` in the list. */
function isNewer(one: StoredCapture, other: StoredCapture): boolean {
  const instants = [instantOf(one), instantOf(other)] as const;
  if (instants[0] !== instants[1]) return instants[0] > instants[1];
  // The number a taken name gets sorts before the bare name.
  const [stem, number] = numbered(one.file);
  const [otherStem, otherNumber] = numbered(other.file);
  if (otherStem === nameOf(one.file)) return false;
  return stem !== otherStem || number === null || otherNumber === null || number > otherNumber;
}

/** `NAME-12.json` as `NAME` and 12; both null for a name without a number. */
function numbered(file: string): readonly [string | null, number | null] {
  const match = /^(.+)-([1-9]\d{0,3})$/.exec(nameOf(file));
  return match ? [match[1] ?? null, Number(match[2])] : [null, null];
}

function nameOf(file: string): string {
  return file.replace(/\.json$/, '');
}
