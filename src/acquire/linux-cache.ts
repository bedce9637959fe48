import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../base/atomic-file.js';
import type { ListedFile } from '../wire/linux-listing.js';
import type { SumTool } from '../wire/linux-sum.js';

/**
 * Files that came over before, so that a fetch that was cut off goes on where it stopped. A file
 * counts as the same only with the same name, size and checksum; without checksums nothing is kept.
 */
export class LinuxCache {
  constructor(
    private readonly folder: string,
    private readonly sum: SumTool | null,
  ) {}

  /** The bytes of a listed file, when they are here and are what the board has now. */
  async find(file: ListedFile): Promise<Uint8Array | null> {
    const sum = this.sum?.read(file.sum) ?? null;
    if (this.sum === null || sum === null) return null;
    const bytes = await readFile(this.place(file.name, sum)).catch(() => null);
    if (bytes === null || bytes.length !== file.sizeBytes) return null;
    return this.sum.sumOf(bytes) === sum ? bytes : null;
  }

  /** Errors: FILE_UNWRITABLE. */
  async keep(file: ListedFile, bytes: Uint8Array): Promise<void> {
    if (this.sum === null) return;
    await writeFileAtomic(this.place(file.name, this.sum.sumOf(bytes)), bytes);
  }

  private place(name: string, sum: string): string {
    const key = createHash('sha256').update(`${this.sum?.name}\0${sum}\0${name}`).digest('hex');
    return join(this.folder, `${key}.gcda`);
  }
}
