import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkBoardFile } from '../../src/board/find-board.js';

const README = fileURLToPath(new URL('../../README.md', import.meta.url));

/** The board files in the text: indented blocks that begin with a table. */
function profiles(markdown: string): string[] {
  return [...markdown.matchAll(/(?:^ {7}.*\n|^\n(?= {7}))+/gm)]
    .map(([block]) => block.replace(/^ {7}/gm, '').trimStart())
    .filter((block) => block.startsWith('['));
}

test('the board files in the README are board files', async () => {
  const found = profiles(await readFile(README, 'utf8'));
  expect(found.map((text) => text.split('\n')[0])).toEqual(['[console]', '[memory]']);
  const folder = await mkdtemp(join(tmpdir(), 'otto-readme-'));
  const places = { packageFolder: join(folder, 'p'), projectRoot: folder, userFolder: null };
  try {
    for (const [index, text] of found.entries()) {
      const file = join(folder, `board${index}.toml`);
      await writeFile(file, text);
      const board = await checkBoardFile(file, places);
      expect(board.elf).toBe(join(folder, 'build', 'app.elf'));
      expect(board.notes).toEqual([join(folder, 'build')]);
      expect(board.zero).not.toBe(null);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
