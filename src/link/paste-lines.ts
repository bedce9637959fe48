import type { MemoryRange } from '../base/memory.js';
import type { PasteDebugger } from '../board/port-spec.js';

/** A range of memory and the file it is to be saved to. */
export interface SavedRange extends MemoryRange {
  readonly file: string;
}

/**
 * The line that saves a range to a file, as each debugger spells it: gdb `dump binary memory`
 * (start and end), J-Link Commander `savebin`, pyOCD `savemem`, OpenOCD `dump_image`, lldb
 * `memory read`, which saves over 1024 bytes only when forced.
 */
export function pasteLine(
  debuggerName: PasteDebugger,
  { file, address, sizeBytes }: SavedRange,
): string {
  const start = hex(address);
  const size = hex(sizeBytes);
  const end = hex(address + sizeBytes);
  switch (debuggerName) {
    case 'gdb':
      return `dump binary memory ${file} ${start} ${end}`;
    case 'jlink':
      return `savebin ${file}, ${start}, ${size}`;
    case 'pyocd':
      return `savemem ${start} ${sizeBytes} ${file}`;
    case 'openocd':
      return `dump_image ${file} ${start} ${size}`;
    case 'lldb':
      return `memory read --force --binary --outfile ${file} ${start} ${end}`;
  }
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
