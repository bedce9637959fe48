import type { Board } from '../board/board.js';
import { BenchError } from '../base/bench-error.js';
import type { CaptureJob } from './capture-job.js';

export interface BoardJob extends CaptureJob {
  readonly board: Board;
}

export async function captureFromBoard(job: BoardJob): Promise<number> {
  await Promise.resolve();
  throw new BenchError('INTERNAL', `not yet: ${job.board.name}`);
}
