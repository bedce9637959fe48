const FEWEST_CHARS = 3;

/** True when text holds the marker, or ends with at least three characters of its beginning. */
export function mayHoldMarker(text: string, marker: string): boolean {
  if (text.includes(marker)) return true;
  for (let size = Math.min(marker.length - 1, text.length); size >= FEWEST_CHARS; size -= 1) {
    if (text.endsWith(marker.slice(0, size))) return true;
  }
  return false;
}
