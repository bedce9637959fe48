import type { BuildLine } from '../gcov/file-counts.js';
import type { SkippedSource } from './skipped-source.js';

/** Says what a capture leaves out: every skipped source, how many, and lines HEAD does not have. */
export function captureWarnings(
  skipped: readonly SkippedSource[],
  dropped: ReadonlyMap<string, readonly BuildLine[]>,
): string[] {
  const warnings = skipped.map(({ path, text }) => `${path}: not recorded: ${text}`);
  if (skipped.length > 0) {
    warnings.push(
      `${skipped.length} of the build's sources ${skipped.length === 1 ? 'is' : 'are'} not recorded`,
    );
  }
  for (const [path, lines] of dropped) {
    warnings.push(
      `${path}: ${lines.length} executed ${lines.length === 1 ? 'line is' : 'lines are'} not in HEAD and not recorded (${ranges(lines)})`,
    );
  }
  return warnings;
}

const MAX_RANGES = 8;

/** `3-7, 12`, cut short when long. */
function ranges(lines: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else spans.push([line, line]);
  }
  const shown = spans.slice(0, MAX_RANGES).map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`));
  return shown.join(', ') + (spans.length > MAX_RANGES ? ', …' : '');
}
