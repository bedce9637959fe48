import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Board, BoardOrigin } from '../../src/board/board.js';
import { confirmationNeeded, readTrustedBoards, trustBoard } from '../../src/board/board-trust.js';
import { parseBoard } from '../../src/board/parse-board.js';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'otto-trust-'));
  file = join(folder, 'trusted-boards.json');
});
afterEach(async () => await rm(folder, { recursive: true }));

function board(text: string, origin: BoardOrigin = 'repository'): Board {
  return parseBoard(text, { name: 'b', file: 'b.toml', origin, projectRoot: '/fw' });
}

const EXEC = '[console]\nport = "exec:./board.sh --now"\n';
const SERVER = '[memory]\ngdb = "tcp:localhost:3333"\nserver = "openocd -f x.cfg"\n';

test('a repository profile that runs programs needs a yes that shows them', () => {
  const error = confirmationNeeded(board(EXEC + SERVER), '/fw', []);
  expect(error?.code).toBe('NEEDS_CONFIRMATION');
  expect(error?.message).toBe('board b comes with the repository and wants to run a program here');
  expect(error?.why).toBe('b.toml wants to:\n  run ./board.sh --now\n  run openocd -f x.cfg');
  expect(error?.hints).toEqual(['read it, and if you agree: otto-bench boards trust b']);
});

test('a system socket in the port needs a yes too', () => {
  const error = confirmationNeeded(
    board('[console]\nport = "unix:/var/run/docker.sock"\n'),
    '/fw',
    [],
  );
  expect(error?.why).toBe('b.toml wants to:\n  connect to /var/run/docker.sock');
});

test.each(['/tmp/../run/docker.sock', '/./run/docker.sock', '../../run/docker.sock'])(
  'so does one by a detour: %s',
  (path) => {
    const error = confirmationNeeded(board(`[console]\nport = "unix:${path}"\n`), '/fw', []);
    expect(error?.why).toBe(`b.toml wants to:\n  connect to ${path}`);
  },
);

test('a command for the GDB server needs a yes, since OpenOCD runs programs on one', () => {
  const error = confirmationNeeded(
    board('[memory]\nsource = "tcp:localhost:3333"\nmonitor = ["exec touch /tmp/x"]\n'),
    '/fw',
    [],
  );
  expect(error?.why).toBe('b.toml wants to:\n  have tcp:localhost:3333 run "exec touch /tmp/x"');
});

test('profiles of the user and of the package need none, nor do ports without a program', () => {
  expect(confirmationNeeded(board(EXEC, 'user'), '/fw', [])).toBeNull();
  expect(confirmationNeeded(board(EXEC, 'package'), '/fw', [])).toBeNull();
  expect(confirmationNeeded(board('[console]\nport = "unix:a.sock"\n'), '/fw', [])).toBeNull();
});

test('the yes is remembered for this content in this repository only', async () => {
  await trustBoard(file, board(EXEC), '/fw');
  await trustBoard(file, board(SERVER), '/fw');
  const trusted = await readTrustedBoards(file);
  expect(confirmationNeeded(board(EXEC), '/fw', trusted)).toBeNull();
  expect(confirmationNeeded(board(SERVER), '/fw', trusted)).toBeNull();
  expect(confirmationNeeded(board(`${EXEC}# edited\n`), '/fw', trusted)).not.toBeNull();
  expect(confirmationNeeded(board(EXEC), '/other', trusted)).not.toBeNull();
});

test('the same yes twice is one entry', async () => {
  await trustBoard(file, board(EXEC), '/fw');
  const once = await readFile(file, 'utf8');
  await trustBoard(file, board(EXEC), '/fw');
  expect(await readFile(file, 'utf8')).toBe(once);
});

test('no file means no yes, a damaged one is refused', async () => {
  expect(await readTrustedBoards(file)).toEqual([]);
  await writeFile(file, '{"schema": 2, "boards": []}');
  await expect(readTrustedBoards(file)).rejects.toMatchObject({
    code: 'BAD_SETTINGS',
    message: `${file} is damaged`,
  });
});
