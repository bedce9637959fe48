const MAX_PART = 100;
const MAX_PARTS = 32;

/**
 * Relative file names for paths a target gave: the folder they share is left out, and what is left
 * cannot leave the folder it is written to. Two paths never get the same name. Data from a board is
 * never a place to write to, so nothing of it is used unchecked.
 */
export function safeFileNames(paths: readonly string[]): string[] {
  const split = paths.map(partsOf);
  const shared = sharedFolder(split);
  const used = new Set<string>();
  return split.map((parts) => {
    const kept = parts.slice(shared).slice(-MAX_PARTS).map(safePart);
    const name = kept.join('/') || 'object.gcda';
    let unique = name;
    // Names that differ only in case are one file on some disks.
    for (let count = 2; used.has(unique.toLowerCase()); count += 1) {
      unique = name.replace(/(\.[^./]*)?$/, `-${count}$1`);
    }
    used.add(unique.toLowerCase());
    return unique;
  });
}

function partsOf(path: string): string[] {
  return path
    .replace(/^[A-Za-z]:/, '')
    .split(/[\\/]+/)
    .filter((part) => part !== '' && part !== '.' && part !== '..');
}

function safePart(part: string): string {
  const safe = part.replace(/[^A-Za-z0-9._#@+=,-]/gu, '_').slice(-MAX_PART);
  return /^\.*$/.test(safe) ? '_' : safe.replace(/^[.-]/, '_');
}

/** How many leading folders all paths have in common. */
function sharedFolder(paths: readonly (readonly string[])[]): number {
  const first = paths[0] ?? [];
  let shared = 0;
  while (
    shared < first.length - 1 &&
    paths.every((parts) => parts.length - 1 > shared && parts[shared] === first[shared])
  ) {
    shared += 1;
  }
  return shared;
}
