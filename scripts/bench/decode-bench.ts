import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BenchOptions, BenchReport } from './bench-report.js';
import { compareCounts } from './compare-counts.js';
import { decodeBars } from './decode-bars.js';
import { decodeTables, type SizedTiming } from './decode-tables.js';
import { GCOV, installedTools, NEEDED, ourCommand, OURS, type DecodeTool } from './decode-tools.js';
import { makeCorpus } from './make-corpus.js';
import { measuredBy } from './measure.js';
import { dataFilesOf, pickUnits, type PickedUnits } from './pick-units.js';
import { timeInTurns } from './time-in-turns.js';
import { timeStarts } from './time-starts.js';

const UNITS = 2000;
const SMALLER = [300, 800];
const BUSY_LOAD = 0.7;
// lcov takes over a minute for 2,000 units.
const TIMED_ONCE = ['lcov'];

/**
 * Times `decode --format json` against one gcov process, with files and without, at several sizes, and against the tools
 * around it at the full one, all on the same files in one run, after holding all counts against
 * gcov's. Files: generated ones, or those of `options.corpus`.
 */
export async function decodeBench(options: BenchOptions): Promise<BenchReport> {
  const scratch = mkdtempSync(join(tmpdir(), 'otto-bench-run-'));
  try {
    return await benchIn(scratch, options);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function benchIn(scratch: string, options: BenchOptions): Promise<BenchReport> {
  const { say } = options;
  const [load = 0] = loadavg();
  const root = options.corpus ? resolve(options.corpus) : await makeCorpus(UNITS, say);
  const files = dataFilesOf(root);
  if (files.length === 0) throw new Error(`${root} holds no .gcda with its .gcno beside it`);
  const { tools, versions, missing } = await installedTools(options.without);

  const sizes = [...SMALLER.filter((size) => size < files.length), files.length];
  const picked = sizes.map((size) => pickUnits(root, files, size, scratch));
  const whole = picked.at(-1);
  if (whole === undefined) throw new RangeError('no sizes');
  const [ours, gcov] = [OURS, GCOV].map((tool) => tool.command(whole, root, scratch));
  if (!ours || !gcov) throw new RangeError('no commands');
  const compared = await compareCounts(ours, gcov);
  say(`${compared} counts of ${files.length} units equal gcov's`);

  const timings: SizedTiming[] = [];
  const time = async (units: PickedUnits, list: readonly DecodeTool[]): Promise<void> => {
    const isOnce = list.some(({ name }) => TIMED_ONCE.includes(name));
    const size = units.dataFiles.length;
    const candidates = list.map(({ name, how, command }) => ({
      name,
      how,
      command: (folder: string) => command(units, root, folder),
    }));
    const results = await timeInTurns(candidates, {
      runs: isOnce ? 1 : options.runs,
      warm: !isOnce,
      scratch,
      say: (text) => say(`${size} units: ${text}`),
    });
    timings.push(...results.map((result) => ({ ...result, units: size })));
  };
  for (const units of picked) await time(units, NEEDED);
  for (const tool of tools) await time(whole, [tool]);

  const starts = timeStarts({
    ours: ourCommand(['--version'], scratch),
    node: { command: process.execPath, args: ['-e', '0'], cwd: scratch },
    gcov: { command: 'gcov', args: ['--version'], cwd: scratch },
  });
  const measured = { timings, starts, units: files.length };
  return {
    name: 'decode',
    results: { root, compared, versions, measuredBy: measuredBy(), load, ...measured },
    bars: decodeBars(measured),
    tables: decodeTables(measured),
    notes: [
      `memory and processor time by ${measuredBy()}`,
      ...(load > BUSY_LOAD
        ? [`the machine was busy (load ${load.toFixed(1)}): ratios say more than times`]
        : []),
      ...(missing.length > 0 ? [`not installed, so not timed: ${missing.join(', ')}`] : []),
    ],
  };
}
