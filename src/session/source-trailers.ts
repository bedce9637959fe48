import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { kindOfPath } from './find-files.js';
import type { Trailer } from './session-event.js';

/**
 * Trailers that tie a commit to what it was made from: the dump when it is one file or one stream
 * (which cannot be read again, so its hash is given), and the ELF.
 */
export async function sourceTrailers(
  sources: readonly string[],
  elf: string | null,
  streamSha256: string | null,
): Promise<readonly Trailer[]> {
  const trailers: Trailer[] = [];
  const [only] = sources;
  if (streamSha256 !== null) trailers.push(['Raw-Dump', `sha256:${streamSha256}`]);
  else if (sources.length === 1 && only !== undefined && (await kindOfPath(only)) === 'file') {
    trailers.push(['Raw-Dump', `sha256:${await hashFile(only)}`]);
  }
  if (elf !== null) trailers.push(['Build', `sha256:${await hashFile(elf)}`]);
  return trailers;
}

/** SHA-256 of a file of any size, lower-case hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) {
    if (Buffer.isBuffer(chunk)) hash.update(chunk);
  }
  return hash.digest('hex');
}
