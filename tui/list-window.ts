/** First entry to show so that `cursor` stays near the middle of a window of `height` entries. */
export function windowTop(count: number, height: number, cursor: number): number {
  const highest = Math.max(0, count - height);
  return Math.min(highest, Math.max(0, cursor - Math.floor(height / 2)));
}

/** `value` between 0 and `count - 1`, and 0 for an empty list. */
export function clampIndex(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}
