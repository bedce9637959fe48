import { join } from 'node:path';

/** Where evidence lies, relative to the project root. */
export const STORE_FOLDER = '.otto/coverage/manual';

/** The absolute path of the store of a project. */
export function storeFolder(projectRoot: string): string {
  return join(projectRoot, ...STORE_FOLDER.split('/'));
}
