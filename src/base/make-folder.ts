import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing, one by one. Node's own recursive `mkdir` does
 * not end where a parent can be named but not made, as below `/proc`. Errors: those of the system.
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  let place = resolve(folder);
  while (!(await exists(place))) {
    missing.push(place);
    if (dirname(place) === place) break;
    place = dirname(place);
  }
  for (const next of missing.reverse()) {
    await mkdir(next).catch(async (error: unknown) => {
      // Somebody else may have made it meanwhile.
      if (!(await exists(next))) throw error;
    });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
