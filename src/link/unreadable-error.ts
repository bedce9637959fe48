import { BenchError } from '../base/bench-error.js';
import type { MemoryRange } from '../base/memory.js';
import { printable } from '../base/printable.js';

/** Memory that could not be read or written; `said` is the other end's own answer. */
export function unreadableError(
  name: string,
  what: 'read' | 'write',
  { address, sizeBytes }: MemoryRange,
  said: string,
): BenchError {
  const place = `${sizeBytes} bytes at 0x${address.toString(16)}`;
  const answer = said === '' ? 'nothing (not supported)' : printable(said.slice(0, 200));
  return new BenchError('MEMORY_UNREADABLE', `${name} does not ${what} target memory`, {
    why: `asked to ${what} ${place}, the server answered ${answer}`,
    hints: ['check that the ELF is the firmware of this target'],
  });
}
