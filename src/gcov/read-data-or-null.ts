import { isBenchError } from '../base/bench-error.js';
import type { CounterData } from './counter-data.js';
import { readData } from './read-data.js';

/** A data image, or null where `readData` refuses it and nobody asks why. */
export function readDataOrNull(bytes: Uint8Array, name: string): CounterData | null {
  try {
    return readData(bytes, name);
  } catch (error) {
    if (isBenchError(error)) return null;
    throw error;
  }
}
