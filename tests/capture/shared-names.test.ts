import { expect, it } from 'vitest';
import { resolveSources } from '../../src/capture/resolve-sources.js';
import { sourcesOfUnits } from '../../src/capture/source-counts.js';
import type { UnitCounts } from '../../src/gcov/file-counts.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-shared-');

/** A unit of a compiler that does not note its folder: one function, on line 1. */
function unit(notesPath: string, path: string, name: string): UnitCounts {
  const file = {
    path,
    lines: new Map([[1, 1]]),
    branches: new Map(),
    functions: new Map([[name, { line: 1, count: 1 }]]),
    conditions: new Map(),
  };
  return { name: 'x.gcda', notesPath, compileDirectory: null, files: new Map([[path, file]]) };
}

it('records no source whose name means two files, and says why', async () => {
  const projectRoot = folder();
  const sources = sourcesOfUnits([
    unit('/fw/a/util.gcno', 'util.c', 'one'),
    unit('/fw/b/util.gcno', 'util.c', 'two'),
    unit('/fw/b/main.gcno', 'main.c', 'main'),
  ]);
  const { resolved, skipped } = await resolveSources(sources, {
    projectRoot,
    workingDirectory: projectRoot,
    pathMaps: [],
    treeNames: new Set(['util.c', 'main.c']),
  });
  expect(resolved.map(({ path }) => path)).toEqual(['main.c']);
  expect(skipped).toEqual([
    {
      path: 'util.c',
      reason: 'ambiguous',
      text: 'notes in /fw/a and /fw/b mean different files by this name and do not say which: compile with whole source names, or with GCC 9 or later',
    },
  ]);
});
