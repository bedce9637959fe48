import type { Board } from '../../board/board.js';
import { kindOfPath } from '../find-files.js';
import { noteFilesOf } from '../note-files.js';
import type { CheckResult } from './check.js';

/**
 * The files of the build a board profile names: a blocking result for the first that is not there,
 * or null when all are. Without notes nothing that is fetched can be read.
 */
export async function checkBuildFiles(board: Board): Promise<CheckResult | null> {
  if (board.elf !== null && (await kindOfPath(board.elf)) === null) {
    return {
      grade: 'blocking',
      text: `there is no ${board.elf}`,
      hints: ['build the firmware, or correct image.elf in the board file (or --elf)'],
    };
  }
  if (board.notes.length === 0) {
    return {
      grade: 'blocking',
      text: 'the board file names no notes',
      hints: ['set build.notes to the folder with the .gcno files, and image.elf'],
    };
  }
  const hints = ['build.notes in the board file (or --notes) is the folder with the .gcno files'];
  for (const place of board.notes) {
    if ((await kindOfPath(place)) !== null) continue;
    return { grade: 'blocking', text: `there is no ${place}`, hints };
  }
  if ((await noteFilesOf(board.notes)).length > 0) return null;
  return {
    grade: 'blocking',
    text: `there is no .gcno file in ${board.notes.join(', ')}`,
    hints,
  };
}
