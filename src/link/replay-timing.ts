import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { BenchError } from '../base/bench-error.js';

/** A part of a recorded log, and how long after the part before it arrived. */
export interface TimedPart {
  readonly waitMs: number;
  readonly sizeBytes: number;
}

/** A longer silence of the recording is not sat through again. */
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** Where the times of a log are: lines of seconds and bytes, the classic form of `script -t`. */
export function timingFile(log: string): string {
  return `${log}.timing`;
}

/** One line of a timing file. */
export function timingLine({ waitMs, sizeBytes }: TimedPart): string {
  return `${(waitMs / 1000).toFixed(6)} ${sizeBytes}\n`;
}

/** Errors: PORT_GONE, when a log was recorded without its times. */
export async function refuseWithoutTiming(log: string): Promise<void> {
  const path = timingFile(log);
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return;
  throw new BenchError('PORT_GONE', `there are no times for the log ${log}`, {
    why: `${path} is not there`,
    hints: [
      'otto-bench console --log FILE records them beside the log',
      'without ?speed= the log is played as fast as it is read; ?speed=115200 as a line of that rate',
    ],
  });
}

/** The parts of a log in order; lines that are not of the form are passed over. */
export async function* readTiming(log: string): AsyncGenerator<TimedPart> {
  const lines = createInterface({ input: createReadStream(timingFile(log), 'latin1') });
  for await (const line of lines) {
    const [, seconds, bytes] = /^(\d{1,9}(?:\.\d{1,9})?) (\d{1,12})\s*$/.exec(line) ?? [];
    if (seconds === undefined) continue;
    const waitMs = Math.min(LONGEST_WAIT_MS, Number(seconds) * 1000);
    yield { waitMs, sizeBytes: Number(bytes) };
  }
}
