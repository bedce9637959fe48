/** The middle value; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * The exponent `e` of `time ~ size^e`: the slope of the straight line that fits best through the
 * points on logarithmic axes. 1 is linear. NaN when fewer than two sizes took any time.
 */
export function growthExponent(points: readonly { size: number; time: number }[]): number {
  const logs = points
    .filter(({ time }) => time > 0)
    .map(({ size, time }) => ({ x: Math.log(size), y: Math.log(time) }));
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(logs.map(({ x }) => x)), mean(logs.map(({ y }) => y))];
  const above = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  const below = logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return above / below;
}
