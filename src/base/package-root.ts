import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BenchError } from './bench-error.js';

/**
 * The folder this package lives in, whether it runs from its sources or from `dist`: the nearest
 * one above this file that holds both `package.json` and `boards`.
 */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let depth = 0; depth < 6; depth += 1) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'boards'))) {
      return folder;
    }
    folder = dirname(folder);
  }
  throw new BenchError('INTERNAL', 'the installed package is incomplete: no boards folder found', {
    hints: ['install otto-bench again'],
  });
}
