import type { Count } from '../base/count.js';
import type { Capture } from '../capture/capture.js';
import type { CoverageSummary, FileReview } from './session-state.js';
import type { CaptureWeight } from './weigh-capture.js';

/**
 * What a fetch brought, a file a row. Ticked are files that prove something nobody else would, once
 * this capture is in the store; `chosen` holds what the tester ticked by hand, by path.
 */
export function reviewCoverage(
  capture: Capture,
  weight: CaptureWeight,
  takenAt: string,
  chosen: ReadonlyMap<string, boolean>,
  isEveryFileKept: boolean,
): CoverageSummary {
  // With nothing new anywhere a capture can only repeat what is known: then all of it is offered.
  const isAllKnown = weight.needed.size === 0;
  const files = [...capture.files].map(([path, { lines }]): FileReview => {
    let hitLines = 0;
    for (const count of lines.values()) if (count > 0) hitLines += 1;
    const newLines = weight.newLines.get(path) ?? [];
    return {
      path,
      hitLines,
      totalLines: lines.size,
      newLines,
      isKept:
        chosen.get(path) ??
        (isEveryFileKept || (isAllKnown ? hitLines > 0 : weight.needed.has(path))),
      remark: remarkOf(hitLines, newLines.length, weight.needed.has(path)),
      counts: new Map<number, Count>(lines),
    };
  });
  const sum = (of: (file: FileReview) => number): number =>
    files.reduce((total, file) => total + of(file), 0);
  return {
    takenAt,
    hitLines: sum(({ hitLines }) => hitLines),
    totalLines: sum(({ totalLines }) => totalLines),
    newLines: sum(({ newLines }) => newLines.length),
    files,
  };
}

/** The same with other ticks. */
export function reviewAgain(
  coverage: CoverageSummary,
  chosen: ReadonlyMap<string, boolean>,
): CoverageSummary {
  const files = coverage.files.map((file) => ({
    ...file,
    isKept: chosen.get(file.path) ?? file.isKept,
  }));
  return { ...coverage, files };
}

function remarkOf(hitLines: number, newLines: number, isNeeded: boolean): string {
  if (hitLines === 0) return 'not run';
  if (newLines > 0) return '';
  return isNeeded ? 'renews older evidence' : 'no new line';
}
