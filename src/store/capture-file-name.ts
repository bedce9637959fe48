import type { Capture } from '../capture/capture.js';

// Keeps the whole name within the 255 bytes a file system allows.
const MAX_SLUG = 100;

/**
 * The name a capture gets in the store: `20260702T184000Z-proj-12-bench-1.json`, made of its stamp,
 * ticket (`no-ticket` without one) and board. `number` above 1 makes it the next free name beside
 * others of the same second, ticket and board.
 */
export function captureFileName(capture: Capture, number = 1): string {
  const stamp = capture.capturedAt.replaceAll(/[-:]/g, '');
  const name = [stamp, slug(capture.ticket ?? 'no-ticket'), slug(capture.board)].join('-');
  return number > 1 ? `${name}-${number}.json` : `${name}.json`;
}

/** Lower case, every run of anything but `a-z0-9` one dash, none at the ends, `x` for nothing. */
function slug(text: string): string {
  const dashed = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return dashed.replace(/^-/, '').slice(0, MAX_SLUG).replace(/-$/, '') || 'x';
}
