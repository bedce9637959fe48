import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A number of units in a folder of their own: `obj` holds notes and data, `folder` is around it. */
export interface PickedUnits {
  readonly folder: string;
  /** The data files as paths from `folder`, in order. */
  readonly dataFiles: readonly string[];
}

/** The data files of a corpus that have their notes beside them, as paths from its folder, in order. */
export function dataFilesOf(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.gcda') && existsSync(join(folder, notesOf(file))))
    .sort();
}

/** Lays the first `count` units of a corpus into a new folder: links, or copies where it must. */
export function pickUnits(
  corpus: string,
  dataFiles: readonly string[],
  count: number,
  scratch: string,
): PickedUnits {
  const folder = join(scratch, `units-${count}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'obj'), { recursive: true });
  const picked = dataFiles.slice(0, count).map((file, index) => {
    const name = join('obj', `${String(index).padStart(5, '0')}-${baseName(file)}`);
    lay(join(corpus, file), join(folder, name));
    lay(join(corpus, notesOf(file)), join(folder, notesOf(name)));
    return name;
  });
  return { folder, dataFiles: picked };
}

function lay(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function notesOf(file: string): string {
  return file.replace(/\.gcda$/, '.gcno');
}

function baseName(file: string): string {
  return file.split('/').at(-1) ?? file;
}
