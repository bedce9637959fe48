import { realpath, stat, writeFile } from 'node:fs/promises';
import { writeFileAtomic } from '../base/atomic-file.js';
import { BenchError } from '../base/bench-error.js';

/**
 * Writes the file a person named with `-o`. What is there already and is no regular file (a device,
 * a pipe) is written into, as the shell's `>` does; renaming over it would replace `/dev/null` for
 * the whole machine when root does it. A link is followed, and stays. Errors: FILE_UNWRITABLE.
 */
export async function writeOutputFile(path: string, content: Uint8Array | string): Promise<void> {
  const there = await stat(path).catch(() => null);
  if (there === null || there.isFile()) {
    const target = there === null ? path : await realpath(path);
    await writeFileAtomic(target, content);
    return;
  }
  try {
    await writeFile(path, content);
  } catch (cause) {
    throw new BenchError('FILE_UNWRITABLE', `cannot write ${path}`, {
      why: cause instanceof Error ? cause.message : String(cause),
      cause,
    });
  }
}
