import { join } from 'node:path';
import { writeFileAtomic } from '../base/atomic-file.js';
import { BenchError, isBenchError } from '../base/bench-error.js';
import { captureJson } from '../capture/capture-json.js';
import type { Capture } from '../capture/capture.js';
import { readCapture } from '../capture/read-capture.js';
import { captureFileName } from './capture-file-name.js';
import { STORE_FOLDER, storeFolder } from './store-folder.js';

const MAX_SAME_NAME = 1000;
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * Writes a capture into the store under a name nothing has yet (`-2`, `-3` … behind it when the
 * name is taken) and gives the path relative to the project root. The file is whole or not there.
 * Errors: MALFORMED_CAPTURE when what would be written could not be read again, CAPTURE_EXISTS,
 * FILE_UNWRITABLE.
 */
export async function addCapture(projectRoot: string, capture: Capture): Promise<string> {
  const text = captureJson(capture);
  readCapture(Buffer.from(text), captureFileName(capture));
  if (!STAMP.test(capture.capturedAt)) {
    throw new BenchError('MALFORMED_CAPTURE', 'a capture must say when it was taken', {
      why: `captured_at is ${JSON.stringify(capture.capturedAt)}, not YYYY-MM-DDTHH:MM:SSZ`,
    });
  }
  for (let number = 1; number <= MAX_SAME_NAME; number += 1) {
    const file = captureFileName(capture, number);
    try {
      await writeFileAtomic(join(storeFolder(projectRoot), file), text, { exclusive: true });
      return `${STORE_FOLDER}/${file}`;
    } catch (error) {
      if (!isBenchError(error, 'CAPTURE_EXISTS')) throw error;
    }
  }
  throw new BenchError(
    'CAPTURE_EXISTS',
    `there are ${MAX_SAME_NAME} captures named ${captureFileName(capture)} already`,
  );
}
