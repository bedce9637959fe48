import { BranchLines } from './branch-lines.js';
import { CountLines } from './count-lines.js';
import type { FileCounts, UnitCounts } from './file-counts.js';

/**
 * Gives the counts of a unit that came from another thread their methods back: columns arrive as
 * plain objects, since a thread can be sent data only.
 */
export function reviveUnit(unit: UnitCounts): UnitCounts {
  const files = new Map<string, FileCounts>();
  for (const [name, file] of unit.files) files.set(name, reviveFile(file));
  return { ...unit, files };
}

function reviveFile(file: FileCounts): FileCounts {
  return { ...file, lines: reviveLines(file.lines), branches: reviveBranches(file.branches) };
}

function reviveLines(lines: FileCounts['lines']): FileCounts['lines'] {
  return 'counts' in lines && 'numbers' in lines
    ? new CountLines(lines.numbers as number[], lines.counts as CountLines['counts'])
    : lines;
}

function reviveBranches(branches: FileCounts['branches']): FileCounts['branches'] {
  if (!('numbers' in branches && 'ends' in branches && 'taken' in branches)) return branches;
  const { numbers, ends, taken } = branches as Pick<BranchLines, 'numbers' | 'ends' | 'taken'>;
  return new BranchLines(numbers, ends, taken);
}
