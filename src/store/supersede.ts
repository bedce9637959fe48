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
 * two equal ones the later in the list (by file name) stays. Captures without label and board are
 * not known to be one context and never replace each other.
 */
export function supersede(captures: readonly StoredCapture[]): Selection {
  const newest = new Map<string, StoredCapture>();
  for (const stored of captures) {
    const key = contextKey(stored.capture);
    if (key === null) continue;
    const before = newest.get(key);
    if (!before || instantOf(stored) >= instantOf(before)) newest.set(key, stored);
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
