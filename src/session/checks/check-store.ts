import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readStore } from '../../store/read-store.js';
import type { Workspace } from '../workspace.js';
import type { CheckResult } from './check.js';

const STORE = join('.otto', 'coverage', 'manual');

/** A store that parses and takes a new file. */
export async function checkStore({ projectRoot }: Workspace): Promise<CheckResult> {
  const { captures, malformed } = await readStore(projectRoot);
  if (malformed.length > 0) {
    return {
      grade: 'blocking',
      text: `${malformed.length} of ${captures.length + malformed.length} captures cannot be read`,
      facts: malformed.flatMap(({ file, error }) => [file, `  ${error.why ?? error.message}`]),
      hints: ['mend or remove these files; one unreadable capture stops every report'],
    };
  }
  if (!(await isWritable(join(projectRoot, STORE)))) {
    return {
      grade: 'blocking',
      text: `${STORE} cannot be written to`,
      facts: [join(projectRoot, STORE)],
    };
  }
  const count = captures.length;
  const words = count === 0 ? 'no capture yet' : `${count} capture${count === 1 ? '' : 's'}`;
  return { grade: 'ok', text: `${STORE}  ${words}` };
}

/** Whether the folder, or the nearest one above it that exists, takes new files. */
async function isWritable(path: string): Promise<boolean> {
  let folder = path;
  for (let depth = 0; depth < 64; depth += 1) {
    try {
      await access(folder, constants.F_OK);
      break;
    } catch {
      folder = dirname(folder);
    }
  }
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}
