/** What the bytes of a source say about its lines. */
export interface SourceText {
  /** Lines as git counts them: each ends at a line feed, the last may lack it. */
  readonly lineCount: number;
  /** A carriage return without a line feed: compilers end a line there, git does not. */
  readonly hasLoneCr: boolean;
  /** False for UTF-16 and for content that is more than a stray NUL away from text. */
  readonly isText: boolean;
}

const LF = 0x0a;
const CR = 0x0d;
// Firmware sources carry at most an accident; UTF-16 text in ASCII range is half NULs.
const MAX_NUL_SHARE = 0.01;

export function readSource(bytes: Uint8Array): SourceText {
  let lineFeeds = 0;
  let nulCount = 0;
  let hasLoneCr = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === LF) lineFeeds += 1;
    else if (byte === 0) nulCount += 1;
    else if (byte === CR && at + 1 < bytes.length && bytes[at + 1] !== LF) hasLoneCr = true;
  }
  const isOpen = bytes.length > 0 && bytes.at(-1) !== LF;
  const lineCount = lineFeeds + (isOpen ? 1 : 0);
  const hasWideMark =
    bytes.length >= 2 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  return {
    lineCount,
    hasLoneCr,
    isText: !hasWideMark && nulCount <= Math.max(1, bytes.length * MAX_NUL_SHARE),
  };
}
