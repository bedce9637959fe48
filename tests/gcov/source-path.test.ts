import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../src/gcov/source-path.js';

describe('sourcePath', () => {
  it.each([
    ['src/a.c', 'src/a.c'],
    ['./src//x/./a.c', 'src/x/a.c'],
    ['/src/./a.c', '/src/a.c'],
    ['src/', 'src'],
    ['/', '/'],
    ['../../src/a.c', '../../src/a.c'],
    ['src/../a..c', 'src/../a..c'],
  ])('names %s as gcov prints it', (path, name) => {
    expect(sourcePath(path)).toBe(name);
  });
});
