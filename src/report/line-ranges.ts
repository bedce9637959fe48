/** Ascending line numbers in words: `5, 10-13`; beyond `most` ranges the rest is counted. */
export function lineRanges(lines: readonly number[], most = 12): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  const shown = ranges
    .slice(0, most)
    .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  const left = ranges.slice(most).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return left === 0 ? shown.join(', ') : `${shown.join(', ')} and ${left} more`;
}
