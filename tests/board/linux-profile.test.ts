import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import type { BenchError } from '../../src/base/bench-error.js';
import { boardCommands } from '../../src/board/board-trust.js';
import type { Board } from '../../src/board/board.js';
import { parseBoard } from '../../src/board/parse-board.js';

const EXAMPLE = fileURLToPath(new URL('../../boards/linux-console.example.toml', import.meta.url));
const CONSOLE = '[console]\nport = "/dev/ttyUSB0"\n';

function parse(text: string): Board {
  return parseBoard(text, { name: 'b', file: 'b.toml', origin: 'repository', projectRoot: '/p' });
}

function why(text: string): string | undefined {
  try {
    parse(text);
  } catch (error) {
    return (error as BenchError).why;
  }
  throw new Error('it was not refused');
}

test('the profile of the package is one', () => {
  const board = parse(readFileSync(EXAMPLE, 'utf8'));
  expect(board).toMatchObject({
    dump: null,
    zero: { way: 'delete' },
    linux: {
      directory: '/home/builder/app',
      gcovPrefix: '/tmp/gcov',
      user: 'root',
      password: null,
      passwordEnv: 'BOARD_PASSWORD',
      idleTimeoutMs: 15_000,
      timeoutMs: 600_000,
    },
  });
});

test('folders are written as find writes them', () => {
  const { linux } = parse(`${CONSOLE}[linux]\ndirectory = "/a//./b/"\ngcov_prefix = "/c/."\n`);
  expect(linux).toMatchObject({ directory: '/a/b', gcovPrefix: '/c' });
});

test('a password is in nothing that is printed of a profile', () => {
  const board = parse(`${CONSOLE}[linux]\ndirectory = "/a"\npassword = "hunter2"\n`);
  expect(board.linux?.password?.()).toBe('hunter2');
  expect(JSON.stringify(board)).not.toContain('hunter2');
  expect(why(`${CONSOLE}[linux]\ndirectory = "/a"\npassword = 123456789\n`)).toBe(
    'b.toml:5:12: "linux.password" is not valid: expected string, received number\n5 | password = …',
  );
});

test('a profile of the repository sends no variable of this machine without a yes', () => {
  const board = parse(`${CONSOLE}[linux]\ndirectory = "/a"\npassword_env = "TOKEN"\n`);
  expect(boardCommands(board)).toEqual(['send the password in $TOKEN to /dev/ttyUSB0']);
});

describe('a mistake is named', () => {
  const linux = '[linux]\ndirectory = "/a"\n';
  it.each([
    ['[linux]\n', '"directory" is missing in [linux]'],
    [
      '[linux]\ndirectory = "/"\n',
      '"linux.directory" must be an absolute path on the board, other than "/" and without ".."',
    ],
    [
      '[linux]\ndirectory = "/a/../b"\n',
      '"linux.directory" must be an absolute path on the board, other than "/" and without ".."',
    ],
    [
      `${linux}password_env = "A B"\n`,
      '"linux.password_env" must be the name of an environment variable',
    ],
    [
      `${linux}[dump]\ncommand = "n"\n`,
      '"linux" cannot be used together with [dump]: one console gives counters one way',
    ],
    [
      `${linux}[zero]\ncommand = "r"\n`,
      '"zero.command" cannot be used together with [linux]: it is delete = true there',
    ],
    [
      '[zero]\ndelete = true\n',
      '"zero.delete" needs a [linux] table that says where the files are',
    ],
    [
      `${linux}[memory]\ngdb = "sim:"\n[zero]\ndelete = true\nmemory = true\n`,
      '"zero.delete" cannot be used together with another way to zero',
    ],
  ])('%j', (text, problem) => {
    expect(why(CONSOLE + text)?.split('\n')[0]).toMatch(/^b\.toml:\d+:\d+: /);
    expect(
      why(CONSOLE + text)
        ?.split('\n')[0]
        ?.replace(/^b\.toml:\d+:\d+: /, ''),
    ).toBe(problem);
  });

  it('no console', () => {
    expect(why(`[memory]\ngdb = "sim:"\n${linux}`)).toContain(
      '"linux" needs a [console] table to reach its shell',
    );
  });
});
