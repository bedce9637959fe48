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

/** One gcov process for all units that only prints: its counts are compared with ours. */
export const GCOV: DecodeTool = {
  name: 'gcov --stdout',
  how: 'JSON to stdout, one process',
  version: () => versionOf('gcov', ['--version']),
  command: ({ folder, dataFiles }) => ({
    command: 'gcov',
    // prettier-ignore
    args: [
      '--json-format', '--branch-probabilities', '--branch-counts', '--stdout', ...dataFiles,
    ],
    cwd: folder,
  }),
};

/** What we are held against: gcov as people run it, which writes a compressed file a unit. */
export const GCOV_FILES: DecodeTool = {
  name: 'gcov',
  how: '--json-format, one process',
  version: GCOV.version,
  command: ({ folder, dataFiles }, _root, scratch) => ({
    command: 'gcov',
    args: ['--json-format', ...dataFiles.map((file) => join(folder, file))],
    cwd: scratch,
  }),
};

/** Timed in turns, so that a busy moment does not fall on one of them. */
export const NEEDED: readonly DecodeTool[] = [OURS, GCOV_FILES, GCOV];

/** The others, each as fast as it can be told to be. */
const OTHER_TOOLS: readonly DecodeTool[] = [
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
 * that are not installed. Throws when one that is needed does not run.
 */
export async function installedTools(without: readonly string[]): Promise<{
  readonly tools: readonly DecodeTool[];
  readonly versions: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
}> {
  const tools: DecodeTool[] = [];
  const versions: Record<string, string> = {};
  const missing: string[] = [];
  for (const tool of [...NEEDED, ...OTHER_TOOLS]) {
    const version = await tool.version();
    const isNeeded = NEEDED.includes(tool);
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
