import { isBenchError } from '../base/bench-error.js';
import { DumpDecoder } from '../wire/dump-decoder.js';

/**
 * What a person sees of a board's console: everything but the payload of dumps, whoever asked for
 * them and whatever became of the asking. Gives the function that takes the console's bytes.
 */
export function consoleScreen(
  source: string,
  onText: (bytes: Uint8Array) => void,
): (bytes: Uint8Array) => void {
  const fresh = (): DumpDecoder => new DumpDecoder(source, { onText });
  let decoder = fresh();
  return (bytes) => {
    try {
      decoder.push(bytes);
    } catch (error) {
      // A dump beyond any bound: whoever reads it says so, the screen only goes on.
      if (!isBenchError(error)) throw error;
      decoder = fresh();
    }
  };
}
