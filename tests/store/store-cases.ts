import type { Capture } from '../../src/capture/capture.js';
import type { StoredCapture } from '../../src/store/stored-capture.js';

/** A capture with one file; lines map to counts. */
export function capture(
  change: Partial<Capture> = {},
  lines: Readonly<Record<number, number>> = { 3: 1 },
  path = 'src/spi.c',
): Capture {
  return {
    tier: 'manual',
    baseCommit: 'a'.repeat(40),
    dirtyRemap: false,
    capturedAt: '2026-02-01T10:00:00Z',
    tester: null,
    ticket: 'PROJ-1',
    note: null,
    labs: ['lab1'],
    board: 'bench-1',
    displayName: null,
    files: new Map([
      [
        path,
        {
          blob: 'b'.repeat(40),
          lines: new Map(Object.entries(lines).map(([line, count]) => [Number(line), count])),
          branches: new Map(),
        },
      ],
    ]),
    ...change,
  };
}

/** Captures under the names `a.json`, `b.json` … in the order given. */
export function stored(...captures: readonly Capture[]): StoredCapture[] {
  return captures.map((one, index) => ({
    file: `${String.fromCharCode(97 + index)}.json`,
    capture: one,
  }));
}
