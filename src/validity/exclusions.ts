import { exclusionMarkers } from '../base/exclusion-markers.js';
import type { NowLine } from './validity-report.js';

/**
 * Lines a source takes out of coverage, ascending: those of `LCOV_EXCL_LINE` and between
 * `LCOV_EXCL_START` and `LCOV_EXCL_STOP`, see `exclusionMarkers`, and those that hold one of the
 * project's own markers. Markers that speak of branches or of unreachable code take out no line.
 */
export function excludedLines(bytes: Uint8Array, markers: readonly string[] = []): NowLine[] {
  const lines = new Set(exclusionMarkers(bytes).lines);
  for (const line of linesWith(bytes, markers)) lines.add(line);
  return [...lines].sort((a, b) => a - b).map((line) => line as NowLine);
}

function linesWith(bytes: Uint8Array, markers: readonly string[]): number[] {
  const own = markers.filter((marker) => marker !== '');
  if (own.length === 0) return [];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (!own.some((marker) => text.includes(marker))) return [];
  return text
    .split('\n')
    .flatMap((row, index) => (own.some((marker) => row.includes(marker)) ? [index + 1] : []));
}
