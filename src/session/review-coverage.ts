import type { Count } from '../base/count.js';
import type { Capture } from '../capture/capture.js';
import type { CoverageSummary, FileReview } from './session-state.js';
import type { CaptureWeight } from './weigh-capture.js';

/**
 * What a fetch brought, a file a row, files with something new first ticked. `chosen` holds what the
 * tester ticked by hand, by path.
 */
export function reviewCoverage(
  capture: Capture,
  weight: CaptureWeight,
  takenAt: string,
  chosen: ReadonlyMap<string, boolean>,
): CoverageSummary {
  const files = [...capture.files].map(([path, { lines }]): FileReview => {
    let hitLines = 0;
    for (const count of lines.values()) if (count > 0) hitLines += 1;
    const newLines = weight.newLines.get(path) ?? [];
    const remark = remarkOf(hitLines, newLines.length);
    return {
      path,
      hitLines,
      totalLines: lines.size,
      newLines,
      isKept: chosen.get(path) ?? newLines.length > 0,
      remark,
      counts: new Map<number, Count>(lines),
    };
  });
  const sum = (of: (file: FileReview) => number): number =>
    files.reduce((total, file) => total + of(file), 0);
  // With nothing new anywhere, a capture can only repeat what is known: then all of it is offered.
  const isAllKnown = files.every(({ newLines }) => newLines.length === 0);
  return {
    takenAt,
    hitLines: sum(({ hitLines }) => hitLines),
    totalLines: sum(({ totalLines }) => totalLines),
    newLines: sum(({ newLines }) => newLines.length),
    files: isAllKnown
      ? files.map((file) => ({ ...file, isKept: chosen.get(file.path) ?? file.hitLines > 0 }))
      : files,
  };
}

function remarkOf(hitLines: number, newLines: number): string {
  if (hitLines === 0) return 'not run';
  return newLines === 0 ? 'no new line' : '';
}
