const MAX_PART = 100;
const MAX_PARTS = 32;

/**
 * Relative file names for paths a target gave: the folder they share is left out, and what is left
 * cannot leave the folder it is written to. Two paths never get the same name, nor one
 * the name of a folder of another; nor a name that is `reserved`. Data from a board is
 * never a place to write to, so nothing of it is used unchecked.
 */
export function safeFileNames(
  paths: readonly string[],
  reserved: readonly string[] = [],
): string[] {
  const split = paths.map(partsOf);
  const shared = sharedFolder(split);
  const taken = new Map<string, 'file' | 'folder'>(reserved.map((name) => [name, 'file']));
  return split.map((parts) => {
    const kept = parts.slice(shared).slice(-MAX_PARTS).map(safePart);
    const names = kept.length === 0 ? ['object.gcda'] : kept;
    let place = '';
    for (const [index, name] of names.entries()) {
      place = freePlace(place, name, index === names.length - 1 ? 'file' : 'folder', taken);
    }
    return place;
  });
}

/** The place of a name in a folder; what is there already gets a number, unless both are folders. */
function freePlace(
  folder: string,
  name: string,
  kind: 'file' | 'folder',
  taken: Map<string, 'file' | 'folder'>,
): string {
  const inside = folder === '' ? '' : `${folder}/`;
  for (let count = 1; ; count += 1) {
    const place = inside + (count === 1 ? name : name.replace(/(?<=.)(\.[^.]*)?$/, `-${count}$1`));
    // Names that differ only in case are one file on some disks.
    const before = taken.get(place.toLowerCase());
    if (before !== undefined && (before === 'file' || kind === 'file')) continue;
    taken.set(place.toLowerCase(), kind);
    return place;
  }
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
