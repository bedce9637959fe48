/**
 * Options that make a diff say the same on every machine: no attribute, converter, prefix, order,
 * colour or algorithm of a user's settings has a part in it, spacing is ignored, and no context is
 * printed. Names come NUL-separated before the patch; see `parseTreePairs`.
 */
export const DIFF_OPTIONS: readonly string[] = [
  '--raw',
  '-z',
  '-p',
  '--no-abbrev',
  '--full-index',
  '--no-color',
  '--no-color-moved',
  '--no-ext-diff',
  '--no-textconv',
  '--text',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--inter-hunk-context=0',
  '-U0',
  '-w',
  '-O/dev/null',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '--submodule=short',
  '--ignore-submodules',
];
