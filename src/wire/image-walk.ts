import { isAtLeast, lengthUnitBytes, parseVersion } from '../gcov/gcov-version.js';
import { wordAt, type Magic } from './gcfn-header.js';

/** How far the records of an image go. */
export type WalkResult =
  | { readonly kind: 'more' }
  | { readonly kind: 'end'; readonly at: number; readonly hasEndWord: boolean }
  | { readonly kind: 'problem'; readonly at: number; readonly problem: string };

const FUNCTION_TAG = 0x0100;
const FIRST_COUNTERS_TAG = 0x01a1;
const LAST_COUNTERS_TAG = 0x01bf;
const SUMMARY_TAGS = [0xa100, 0xa300];
const MAX_RECORD_BYTES = 32 * 1024 * 1024;

/**
 * Finds the end of a `.gcda` image that arrives piece by piece and says nothing of its size: record
 * by record, up to a zero word or to the first word that starts no record.
 */
export class ImageWalk {
  private at = 0;

  constructor(
    private readonly magic: Magic,
    readonly versionWord: number,
  ) {}

  /** Goes on in the image's bytes so far; `isAll` when no more come. */
  step(image: Buffer, isAll: boolean): WalkResult {
    const version = parseVersion(this.versionWord);
    if (version === null) return { kind: 'problem', at: 4, problem: 'its version is not known' };
    const headerBytes = version.major >= 12 ? 16 : 12;
    const unit = lengthUnitBytes(version);
    if (this.at === 0) this.at = headerBytes;
    for (;;) {
      const { at } = this;
      if (at === image.length && isAll) return { kind: 'end', at, hasEndWord: false };
      if (at + 4 > image.length) {
        return isAll && at <= image.length
          ? { kind: 'end', at, hasEndWord: false }
          : { kind: 'more' };
      }
      const tag = this.word(image, at);
      if (tag === 0) return { kind: 'end', at: at + 4, hasEndWord: true };
      if (!isRecordTag(tag)) return { kind: 'end', at, hasEndWord: false };
      if (at + 8 > image.length) return { kind: 'more' };
      const length = this.word(image, at + 4);
      // Counters that are all zero may be left out; their number is negative then.
      const isLeftOut = length >= 0x80000000 && isAtLeast(version, 11);
      const sizeBytes = isLeftOut ? 0 : length * unit;
      if (sizeBytes > MAX_RECORD_BYTES) {
        const problem = `the record at byte ${at} of its image claims ${sizeBytes} bytes`;
        return { kind: 'problem', at, problem };
      }
      if (at + 8 + sizeBytes > image.length) return { kind: 'more' };
      this.at = at + 8 + sizeBytes;
    }
  }

  /** True when the records so far end exactly here. */
  endsAt(sizeBytes: number): boolean {
    return this.at > 0 && this.at === sizeBytes;
  }

  private word(image: Buffer, at: number): number {
    return wordAt(image, at, this.magic.isLittle);
  }
}

function isRecordTag(tag: number): boolean {
  if ((tag & 0xffff) !== 0) return false;
  const high = tag >>> 16;
  if (high === FUNCTION_TAG || SUMMARY_TAGS.includes(high)) return true;
  return high % 2 === 1 && high >= FIRST_COUNTERS_TAG && high <= LAST_COUNTERS_TAG;
}
