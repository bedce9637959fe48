import type { NowLine } from './validity-report.js';

const MARKER = /\bLCOV_EXCL_(LINE|START|STOP)\b/g;

/**
 * Lines a source takes out of coverage, ascending. `LCOV_EXCL_LINE` and each of the project's own
 * markers take out their line, `LCOV_EXCL_START` its line and all up to the closing
 * `LCOV_EXCL_STOP`, which as in lcov and gcovr is itself still counted. Markers that speak of
 * branches only take out no line. Lines end at a line feed alone.
 */
export function excludedLines(bytes: Uint8Array, markers: readonly string[] = []): NowLine[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const own = markers.filter((marker) => marker !== '');
  if (!text.includes('LCOV_EXCL_') && !own.some((marker) => text.includes(marker))) return [];
  const excluded: NowLine[] = [];
  let isOpen = false;
  for (const [index, row] of text.split('\n').entries()) {
    let isOut = isOpen || own.some((marker) => row.includes(marker));
    for (const [, kind] of row.matchAll(MARKER)) {
      if (kind !== 'LINE') isOpen = kind === 'START';
      isOut = kind !== 'STOP' || own.some((marker) => row.includes(marker));
    }
    if (isOut) excluded.push((index + 1) as NowLine);
  }
  return excluded;
}
