import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchCommand } from './measure.js';
import type { PickedUnits } from './pick-units.js';
import { runProgram } from './run-program.js';

/** One way to get counts from notes and data. */
export interface DecodeTool {
  readonly name: string;
  /** What it does here, for the table. */
  readonly how: string;
  /** Its version as it prints it; null when it is not installed. */
  readonly version: () => Promise<string | null>;
  /** The command over all units; `root` is where their sources are, `scratch` an empty folder. */
  readonly command: (units: PickedUnits, root: string, scratch: string) => BenchCommand;
}

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const THREADS = String(availableParallelism());

/** Our own program as it was last built. */
export const OURS: DecodeTool = {
  name: 'otto-bench',
  how: 'decode --format json',
  version: () => versionOf(process.execPath, [PROGRAM, '--version']),
  command: ({ folder }) =>
    ourCommand(['decode', 'obj', '--notes', 'obj', '--format', 'json'], folder),
};

/** The program with some arguments, as the bench starts it. */
export function ourCommand(args: readonly string[], cwd: string): BenchCommand {
  return { command: process.execPath, args: [PROGRAM, ...args], cwd };
}

const GCOV_ARGS = ['--json-format', '--branch-probabilities', '--branch-counts'];

/** What we are held against: one gcov process for all units. */
export const GCOV: DecodeTool = {
  name: 'gcov',
  how: 'JSON to stdout, one process',
  version: () => versionOf('gcov', ['--version']),
  command: ({ folder, dataFiles }) => ({
    command: 'gcov',
    args: [...GCOV_ARGS, '--stdout', ...dataFiles],
    cwd: folder,
  }),
};

/** The others, each as fast as it can be told to be. */
const OTHER_TOOLS: readonly DecodeTool[] = [
  {
    name: 'gcov (files)',
    how: 'JSON to .gz files, one process',
    version: GCOV.version,
    command: ({ folder, dataFiles }, _root, scratch) => ({
      command: 'gcov',
      args: [...GCOV_ARGS, ...dataFiles.map((file) => join(folder, file))],
      cwd: scratch,
    }),
  },
  {
    name: 'gcovr',
    how: `JSON, ${THREADS} threads`,
    version: () => versionOf('gcovr', ['--version']),
    command: ({ folder }, root, scratch) => ({
      command: 'gcovr',
      args: ['-j', THREADS, '-r', root, '--json', '-o', join(scratch, 'gcovr.json'), folder],
      cwd: folder,
    }),
  },
  {
    name: 'grcov',
    how: `lcov output, ${THREADS} threads`,
    version: () => versionOf('grcov', ['--version']),
    command: ({ folder }, root, scratch) => ({
      command: 'grcov',
      // prettier-ignore
      args: [
        folder, '-s', root, '-t', 'lcov', '--branch', '--threads', THREADS,
        '-o', join(scratch, 'grcov.info'),
      ],
      cwd: folder,
    }),
  },
  {
    name: 'lcov',
    how: 'lcov --capture',
    version: () => versionOf('lcov', ['--version']),
    command: ({ folder }, root, scratch) => ({
      command: 'lcov',
      // prettier-ignore
      args: [
        '--capture', '--quiet', '--directory', folder, '--base-directory', root,
        '--rc', 'lcov_branch_coverage=1', '--output-file', join(scratch, 'lcov.info'),
      ],
      cwd: folder,
    }),
  },
];

/**
 * The other tools that are installed and not left out, the versions of all, and the names of those
 * that are not installed. Throws when the two that are needed do not run.
 */
export async function installedTools(without: readonly string[]): Promise<{
  readonly tools: readonly DecodeTool[];
  readonly versions: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
}> {
  const tools: DecodeTool[] = [];
  const versions: Record<string, string> = {};
  const missing: string[] = [];
  for (const tool of [OURS, GCOV, ...OTHER_TOOLS]) {
    const version = await tool.version();
    const isNeeded = tool === OURS || tool === GCOV;
    if (version !== null) versions[tool.name] = version;
    else if (isNeeded) throw new Error(`${tool.name} is needed, and does not run`);
    else missing.push(tool.name);
    if (version !== null && !isNeeded && !without.includes(tool.name)) tools.push(tool);
  }
  return { tools, versions, missing };
}

async function versionOf(command: string, args: readonly string[]): Promise<string | null> {
  const result = await runProgram(command, args, { timeoutMs: 10_000 });
  return result?.exitCode === 0 ? (result.stdout.split('\n')[0] ?? '') : null;
}
