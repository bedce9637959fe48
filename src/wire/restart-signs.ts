import { isFramedRestart } from './framed-line.js';

// First words of systems that print something before main: Zephyr and its vendors, U-Boot, the
// Espressif boot ROM, Linux.
const BANNERS = [
  // A reset may come while the prompt of a shell stands there.
  /^(?:\S{0,40}[>$#] ?)?\*\*\* Booting /,
  /^U-Boot (?:SPL )?\d/,
  /^rst:0x[0-9a-f]+/i,
  /^Booting Linux on physical CPU/,
];

const MAX_REGISTRATION_CHARS = 4096;

/**
 * True when a line, or what follows its time stamp, is what a board says when it starts, or when its
 * counters start anew.
 */
export function isRestart(text: string): boolean {
  return (
    isFramedRestart(text) ||
    BANNERS.some((banner) => banner.test(text) || banner.test(withoutStamp(text)))
  );
}

/** The file a NASA-style runtime names when an object registers, at start-up; else null. */
export function registeredPath(text: string): string | null {
  if (text.length > MAX_REGISTRATION_CHARS) return null;
  return /__gcov_init called for (\S.*\.gcda)$/.exec(text)?.[1] ?? null;
}

function withoutStamp(text: string): string {
  return text.replace(/^\[[^\]]{1,40}\]\s*/, '');
}
