import type { Board } from '../board/board.js';
import { kindOfPath } from './find-files.js';
import { hashFile } from './source-trailers.js';

/** SHA-256 of the ELF a board's counters are read with; null when it is not there. */
export async function imageHash(board: Board): Promise<string | null> {
  if (board.elf === null || (await kindOfPath(board.elf)) !== 'file') return null;
  return hashFile(board.elf);
}
