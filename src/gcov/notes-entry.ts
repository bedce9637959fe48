import { isBenchError } from '../base/bench-error.js';
import type { FunctionIdentity } from './counter-data.js';
import { identityChecksum } from './crc32.js';
import { FUNCTION_TAG, nextTag, readIdentity, readNotesHeader } from './notes-records.js';

/**
 * A notes file in the index. Its header is read at once, which tells stamp and version; what takes a
 * walk over the whole file is found when it is asked for, which the stamp alone seldom needs.
 */
export class NotesEntry {
  readonly versionWord: number;
  readonly stamp: number;
  private identities: readonly FunctionIdentity[] | null = null;

  /** Errors: BAD_NOTES, UNSUPPORTED_FORMAT, for a damaged header. */
  constructor(
    readonly path: string,
    readonly bytes: Uint8Array,
  ) {
    const { reader, stamp } = readNotesHeader(bytes, path);
    this.versionWord = reader.version.word;
    this.stamp = stamp;
  }

  /** Its functions in file order; none when the file is damaged, which shows when it is needed. */
  get functions(): readonly FunctionIdentity[] {
    this.identities ??= this.readIdentities();
    return this.identities;
  }

  /** What GCC 12 and later put as the checksum into the data of this unit. */
  get checksum(): number {
    return identityChecksum(this.functions);
  }

  private readIdentities(): readonly FunctionIdentity[] {
    const functions: FunctionIdentity[] = [];
    try {
      const { reader } = readNotesHeader(this.bytes, this.path);
      for (let tag = nextTag(reader); tag !== 0; tag = nextTag(reader)) {
        if (tag === FUNCTION_TAG) functions.push(readIdentity(reader));
        reader.skip();
      }
    } catch (error) {
      if (!isBenchError(error)) throw error;
      return [];
    }
    return functions;
  }
}
