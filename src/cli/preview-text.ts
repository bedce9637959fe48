import type { CaptureWeight } from '../session/weigh-capture.js';
import { textTable } from './text-table.js';

/** What the evidence is worth against the tree as it is now, a file a line. */
export function previewText(weight: CaptureWeight): string[] {
  const rows = [...weight.worth].map(([path, { executed, lost }]) => {
    const fresh = weight.newLines.get(path)?.length ?? 0;
    return [
      `${executed - lost.length}/${executed}`,
      `+${fresh}`,
      path,
      lost.length === 0 ? '' : `${lost.length} already stale: ${causes(lost)}`,
    ];
  });
  return textTable([['Valid now', 'New', 'File', ''], ...rows]);
}

function causes(lost: readonly { readonly cause: string }[]): string {
  return [...new Set(lost.map(({ cause }) => cause))].join(', ');
}
