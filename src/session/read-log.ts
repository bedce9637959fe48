import { BenchError, isBenchError } from '../base/bench-error.js';
import { DumpDecoder } from '../wire/dump-decoder.js';
import type { DumpResult } from '../wire/dump-result.js';
import type { SourcePart } from './source-content.js';
import { unreadableFile } from './unreadable-file.js';

/**
 * Finds the dumps of a log, which is streamed: it may be far larger than they are. Dumps of one boot
 * are one reading, the boots before it another. `kind` is where it comes from: only a file can be
 * read as a memory image instead. Errors: those of DumpDecoder, FILE_UNREADABLE.
 */
export async function readLog(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  kind: 'file' | 'stream',
): Promise<SourcePart> {
  const decoder = new DumpDecoder(name, { addsBoots: true });
  try {
    for await (const chunk of chunks) decoder.push(chunk);
  } catch (cause) {
    throw unreadableFile(name, cause);
  }
  const { objects, earlierBoots, warnings, isComplete } =
    kind === 'file' ? endOfFile(decoder, name) : decoder.end();
  const gaps = isComplete ? [] : [`${name}: ${warnings.join('; ') || 'no dump in it is whole'}`];
  const last = { name, objects, log: name };
  const readings =
    earlierBoots.length === 0
      ? [last]
      : [{ name: `earlier boots in ${name}`, objects: earlierBoots, log: name }, last];
  return { readings, warnings, gaps };
}

/** A memory image has no mark of its own: without its address it looks like a log of noise. */
function endOfFile(decoder: DumpDecoder, name: string): DumpResult {
  try {
    return decoder.end();
  } catch (error) {
    if (!isBenchError(error) || error.code !== 'NO_DUMP_FOUND') throw error;
    throw new BenchError(error.code, error.message, {
      ...(error.why === undefined ? {} : { why: error.why }),
      hints: [...error.hints, `is it a memory image? then name it ram:${name}@0xADDRESS`],
      cause: error,
    });
  }
}
