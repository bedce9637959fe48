import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import { packageRoot } from '../../src/base/package-root.js';
import { checkBoardFile, findBoard, listBoards } from '../../src/board/find-board.js';
import type { BoardPlaces } from '../../src/board/find-board.js';

let root: string;
let places: BoardPlaces;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'otto-board-'));
  places = {
    packageFolder: join(root, 'package'),
    projectRoot: join(root, 'project'),
    userFolder: join(root, 'user'),
  };
});
afterEach(async () => await rm(root, { recursive: true }));

async function put(folder: string, name: string, text: string): Promise<string> {
  const path = join(root, folder, name);
  await mkdir(join(root, folder), { recursive: true });
  await writeFile(path, text);
  return path;
}

const PORT = '[console]\nport = "sim:"\n';
const REPOSITORY = 'project/.otto/bench/boards';

async function refusal(name: string): Promise<BenchError> {
  const error: unknown = await findBoard(name, places).catch((caught: unknown) => caught);
  if (error instanceof BenchError) return error;
  throw new Error('it was found');
}

test("the user's profile comes before the repository's and that before the package's", async () => {
  await put('package', 'a.toml', PORT);
  expect((await findBoard('a', places)).origin).toBe('package');
  await put(REPOSITORY, 'a.toml', PORT);
  expect((await findBoard('a', places)).origin).toBe('repository');
  await put('user', 'a.toml', PORT);
  expect((await findBoard('a', places)).origin).toBe('user');
  const listed = await listBoards(places);
  expect(listed.map(({ name, origin, isShadowed }) => [name, origin, isShadowed])).toEqual([
    ['a', 'user', false],
    ['a', 'repository', true],
    ['a', 'package', true],
  ]);
});

test('the boards of a bench are listed before those of the package', async () => {
  for (const [folder, name] of [
    ['package', 'b'],
    ['package', 'a'],
    ['user', 'z'],
    [REPOSITORY, 'y'],
    ['package', 'y'],
  ] as const) {
    await put(folder, `${name}.toml`, PORT);
  }
  const listed = await listBoards(places);
  expect(listed.map(({ name, origin }) => `${name} ${origin}`)).toEqual([
    'y repository',
    'y package',
    'z user',
    'a package',
    'b package',
  ]);
});

test('a broken profile is listed with its refusal, templates are not listed', async () => {
  await put('user', 'bad.toml', 'x = 1\n');
  await put('user', 'good.toml', PORT);
  await put('user', 'some.example.toml', PORT);
  const listed = await listBoards(places);
  expect(listed.map(({ name, error }) => [name, error?.code])).toEqual([
    ['bad', 'BAD_BOARD_FILE'],
    ['good', undefined],
  ]);
});

test('a board nobody has is refused with the nearest name', async () => {
  await put('user', 'nucleo.toml', PORT);
  const error = await refusal('nuceo');
  expect(error.code).toBe('NO_SUCH_BOARD');
  expect(error.message).toBe('there is no board called "nuceo"');
  expect(error.why).toBe(
    `looked in ${root}/user, ${root}/${REPOSITORY}, ${root}/package; found nucleo`,
  );
  expect(error.hints[0]).toBe('did you mean nucleo?');
});

test('a name cannot climb out of the folders', async () => {
  expect((await refusal('..')).code).toBe('NO_SUCH_BOARD');
  expect((await refusal('../nothing')).code).toBe('FILE_UNREADABLE');
});

test('a file given by path belongs to whom its folder belongs', async () => {
  const inside = await put('project/hw', 'x.toml', PORT);
  const outside = await put('elsewhere', 'x.toml', PORT);
  expect(await checkBoardFile(inside, places)).toMatchObject({ name: 'x', origin: 'repository' });
  expect(await findBoard(outside, places)).toMatchObject({ name: 'x', origin: 'user' });
});

test('every profile and template that comes with the package is valid', async () => {
  const folder = join(packageRoot(), 'boards');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.toml'));
  expect(files).toContain('sim.toml');
  expect(files).toContain('qemu-mps2-an385.toml');
  for (const file of files) {
    await checkBoardFile(join(folder, file), { ...places, packageFolder: folder });
  }
});

test('no link makes a profile of the repository one of the user', async () => {
  const inside = await put(REPOSITORY, 'a.toml', PORT);
  await symlink(join(root, 'project'), join(root, 'link'));
  await symlink(inside, join(root, 'alias.toml'));
  const outside = await put('elsewhere', 'b.toml', PORT);
  await symlink(outside, join(root, REPOSITORY, 'b.toml'));
  const originOf = async (path: string): Promise<string> =>
    (await checkBoardFile(path, places)).origin;
  expect(await originOf(join(root, 'link/.otto/bench/boards/a.toml'))).toBe('repository');
  expect(await originOf(join(root, 'alias.toml'))).toBe('repository');
  expect(await originOf(join(root, REPOSITORY, 'b.toml'))).toBe('repository');
  expect(await originOf(outside)).toBe('user');
});
