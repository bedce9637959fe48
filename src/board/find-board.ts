import { readFile, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { BenchError, isBenchError } from '../base/bench-error.js';
import { nearestName } from '../base/nearest-name.js';
import type { Board, BoardOrigin } from './board.js';
import { parseBoard } from './parse-board.js';

/** The folders profiles are looked for in. A folder that does not exist holds none. */
export interface BoardPlaces {
  /** The `boards` folder of the installed package. */
  readonly packageFolder: string;
  /** Also holds `.otto/bench/boards`; relative paths in profiles start here. */
  readonly projectRoot: string;
  /** Profiles of this user, in the configuration folder; null when there is none. */
  readonly userFolder: string | null;
}

/** One profile found; a broken one is listed with its refusal. */
export interface BoardListing {
  readonly name: string;
  readonly file: string;
  readonly origin: BoardOrigin;
  readonly board: Board | null;
  readonly error: BenchError | null;
  /** True when a nearer profile of the same name is used instead. */
  readonly isShadowed: boolean;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const LARGEST_BYTES = 256 * 1024;

/** The folder of a repository its own board profiles live in. */
export function repositoryBoardFolder(projectRoot: string): string {
  return join(projectRoot, '.otto', 'bench', 'boards');
}

/**
 * Every profile by name, those of the package last: a bench's own boards are what is looked for. Of one name the user's own comes before the repository's and that before
 * the package's: how a board is wired to this bench is known best by who sits at it.
 */
export async function listBoards(places: BoardPlaces): Promise<readonly BoardListing[]> {
  const listings: BoardListing[] = [];
  const seen = new Set<string>();
  for (const { origin, folder } of boardFolders(places)) {
    for (const name of await boardNames(folder)) {
      const file = join(folder, `${name}.toml`);
      const read = await tryReadBoard(file, name, origin, places);
      listings.push({ name, file, origin, ...read, isShadowed: seen.has(name) });
      seen.add(name);
    }
  }
  // A name of the package that is shadowed stays beside the profile that is used instead of it.
  const isOwn = new Set(listings.filter(({ origin }) => origin !== 'package').map(nameOf));
  const rank = ({ name }: BoardListing): number => (isOwn.has(name) ? 0 : 1);
  return listings.sort((a, b) => rank(a) - rank(b) || byName(a, b));
}

function nameOf({ name }: BoardListing): string {
  return name;
}

function byName(a: BoardListing, b: BoardListing): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/**
 * The profile called `name`, or the one in the file of that path (anything with a path separator
 * or ending in `.toml`). Errors: NO_SUCH_BOARD, BAD_BOARD_FILE, FILE_UNREADABLE.
 */
export async function findBoard(name: string, places: BoardPlaces): Promise<Board> {
  if (/[\\/]|\.toml$/.test(name)) return await checkBoardFile(name, places);
  if (NAME.test(name)) {
    for (const { origin, folder } of boardFolders(places)) {
      const file = join(folder, `${name}.toml`);
      if (await isFile(file)) return await readBoard(file, name, origin, places);
    }
  }
  throw await noSuchBoard(name, places);
}

/**
 * Reads one board file by path, wherever it lies. Inside the project root it counts as the
 * repository's, elsewhere as the user's. Errors: BAD_BOARD_FILE, FILE_UNREADABLE.
 */
export async function checkBoardFile(path: string, places: BoardPlaces): Promise<Board> {
  const file = resolve(path);
  const name = basename(file).replace(/(\.example)?\.toml$/, '');
  return await readBoard(file, name, await originOf(file, places), places);
}

/** By name and by where it really lies: no link makes a repository's profile the user's own. */
async function originOf(named: string, places: BoardPlaces): Promise<BoardOrigin> {
  const real = await realOr(named);
  if (isBelow(await realOr(places.packageFolder), real)) return 'package';
  const isOfRepository =
    isBelow(places.projectRoot, named) || isBelow(await realOr(places.projectRoot), real);
  return isOfRepository ? 'repository' : 'user';
}

function isBelow(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '..' && !path.startsWith(`..${sep}`);
}

function realOr(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function boardFolders(places: BoardPlaces): { origin: BoardOrigin; folder: string }[] {
  return [
    ...(places.userFolder === null ? [] : [{ origin: 'user' as const, folder: places.userFolder }]),
    { origin: 'repository', folder: repositoryBoardFolder(places.projectRoot) },
    { origin: 'package', folder: places.packageFolder },
  ];
}

async function boardNames(folder: string): Promise<string[]> {
  let entries: string[];
  try {
    entries = await readdir(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw unreadable(folder, cause);
  }
  return entries
    .filter((entry) => entry.endsWith('.toml') && !entry.endsWith('.example.toml'))
    .map((entry) => entry.slice(0, -'.toml'.length))
    .filter((name) => NAME.test(name))
    .sort();
}

async function tryReadBoard(
  file: string,
  name: string,
  origin: BoardOrigin,
  places: BoardPlaces,
): Promise<Pick<BoardListing, 'board' | 'error'>> {
  try {
    return { board: await readBoard(file, name, origin, places), error: null };
  } catch (error) {
    if (isBenchError(error)) return { board: null, error };
    throw error;
  }
}

async function readBoard(
  file: string,
  name: string,
  origin: BoardOrigin,
  places: BoardPlaces,
): Promise<Board> {
  let text: string;
  try {
    const { size } = await stat(file);
    if (size > LARGEST_BYTES) {
      throw new BenchError('BAD_BOARD_FILE', `${file} is not a valid board file`, {
        why: `it has ${size} bytes; a board file has at most ${LARGEST_BYTES}`,
      });
    }
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw isBenchError(cause) ? cause : unreadable(file, cause);
  }
  return parseBoard(text, { name, file, origin, projectRoot: places.projectRoot });
}

function unreadable(path: string, cause: unknown): BenchError {
  return new BenchError('FILE_UNREADABLE', `cannot read ${path}`, {
    why: (cause as Error).message,
    cause,
  });
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function noSuchBoard(name: string, places: BoardPlaces): Promise<BenchError> {
  const folders = boardFolders(places).map(({ folder }) => folder);
  const names = new Set((await Promise.all(folders.map(boardNames))).flat());
  const near = nearestName(name, names);
  return new BenchError('NO_SUCH_BOARD', `there is no board called "${name}"`, {
    why: `looked in ${folders.join(', ')}; found ${[...names].sort().join(', ') || 'none'}`,
    hints: [
      ...(near === null ? [] : [`did you mean ${near}?`]),
      'otto-bench boards list shows every profile',
      `copy an example from ${places.packageFolder} to ${repositoryBoardFolder(places.projectRoot)}`,
    ],
  });
}
