import { createHash } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import { makeFolder } from '../base/make-folder.js';
import type { RawCopy } from './fetch-result.js';

const MOST_COPIES = 10_000;

/**
 * Raw bytes on their way to disk. Every append is on the medium before it returns, so whatever is
 * decoded afterwards can be decoded again. Never overwrites: a name that is taken gets a number.
 */
export class RawFile {
  private readonly hash = createHash('sha256');
  private sizeBytes = 0;

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** Errors: FILE_UNWRITABLE. */
  static async create(wanted: string): Promise<RawFile> {
    const ending = extname(wanted);
    const stem = wanted.slice(0, wanted.length - ending.length);
    try {
      await makeFolder(dirname(wanted));
      for (let copy = 1; ; copy += 1) {
        const path = copy === 1 ? wanted : `${stem}-${copy}${ending}`;
        try {
          return new RawFile(path, await open(path, 'wx+'));
        } catch (cause) {
          const isTaken = (cause as NodeJS.ErrnoException).code === 'EEXIST';
          if (!isTaken || copy === MOST_COPIES) throw cause;
        }
      }
    } catch (cause) {
      throw unwritable(wanted, cause);
    }
  }

  get receivedBytes(): number {
    return this.sizeBytes;
  }

  /** Errors: FILE_UNWRITABLE. */
  async append(bytes: Uint8Array): Promise<void> {
    try {
      await this.file.writeFile(bytes);
      await this.file.datasync();
    } catch (cause) {
      throw unwritable(this.path, cause);
    }
    this.hash.update(bytes);
    this.sizeBytes += bytes.length;
  }

  /** A part of what has been written so far, read back; shorter at the end. */
  async part(from: number, mostBytes: number): Promise<Uint8Array> {
    const start = Math.max(0, from);
    const bytes = new Uint8Array(Math.max(0, Math.min(mostBytes, this.sizeBytes - start)));
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await this.file.read(bytes, done, bytes.length - done, start + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  }

  /** Closes the file; one that stayed empty is removed. */
  async close(address: number | null = null): Promise<RawCopy> {
    await this.file.close();
    if (this.sizeBytes === 0) await unlink(this.path).catch(() => undefined);
    const sha256 = this.hash.copy().digest('hex');
    return { path: this.path, sizeBytes: this.sizeBytes, sha256, address };
  }
}

function unwritable(path: string, cause: unknown): BenchError {
  return new BenchError('FILE_UNWRITABLE', `cannot keep the raw bytes in ${path}`, {
    why: (cause as Error).message,
    hints: ['nothing was decoded; make room or choose another folder, then fetch again'],
    cause,
  });
}
