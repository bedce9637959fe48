/**
 * What a version word means for the layout of both files. Sources: the version word scheme and the
 * layout switches at GCC 4.7, 8, 9, 11, 12, 14 and 15 as documented in `docs/gcov-format.md`.
 */
export interface GcovVersion {
  readonly word: number;
  readonly major: number;
  readonly minor: number;
}

const NEWEST_KNOWN_MAJOR = 16;
const FIRST_LETTER_MAJOR = 7;

/**
 * Splits a version word: `B22*` is 12.2, `A93*` 9.3, `504*` 5.4, `408*` 4.8. Null for a word that
 * no compiler writes.
 */
export function parseVersion(word: number): GcovVersion | null {
  // A build is of one compiler, so nearly all of its files say the same.
  if (lastVersion === null || lastVersion.word !== word) lastVersion = splitWord(word);
  return lastVersion;
}

let lastVersion: GcovVersion | null = null;

function splitWord(word: number): GcovVersion | null {
  const letter = word >>> 24;
  const second = digit((word >>> 16) & 0xff);
  const third = digit((word >>> 8) & 0xff);
  const status = word & 0xff;
  if (second === null || third === null || status < 0x20 || status > 0x7e) return null;
  if (letter >= 0x41 && letter <= 0x5a) {
    const major = (letter - 0x41) * 10 + second;
    return major >= FIRST_LETTER_MAJOR ? { word, major, minor: third } : null;
  }
  const major = digit(letter);
  if (major === null || major < 3) return null;
  return { word, major, minor: second * 10 + third };
}

/** True when the version is at least `major.minor`. */
export function isAtLeast(version: GcovVersion, major: number, minor = 0): boolean {
  return version.major > major || (version.major === major && version.minor >= minor);
}

/** True for the versions whose layout is known: GCC 4.2 to 16. */
export function isKnownVersion(version: GcovVersion): boolean {
  return isAtLeast(version, 4, 2) && version.major <= NEWEST_KNOWN_MAJOR;
}

/** Bytes per unit of record and string lengths: words up to GCC 11, bytes from 12 on. */
export function lengthUnitBytes(version: GcovVersion): 1 | 4 {
  return version.major >= 12 ? 1 : 4;
}

/** The version in words, `GCC 12.2`; a word that no compiler writes is shown in hex. */
export function describeVersion(word: number): string {
  const version = parseVersion(word);
  if (version === null) return `no known version (0x${word.toString(16).padStart(8, '0')})`;
  return `GCC ${version.major}.${version.minor}`;
}

function digit(code: number): number | null {
  return code >= 0x30 && code <= 0x39 ? code - 0x30 : null;
}
