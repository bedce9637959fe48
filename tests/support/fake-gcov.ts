import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIXTURES } from '../gcov/gcov-cases.js';

/** The case whose counts a fake gcov prints: one unit of GCC 12. */
export const FAKE_CASE = join(FIXTURES, 'gcc12-basic-O0');

/** What a fake gcov does instead of telling the truth. */
export type FakeManner =
  | 'honest'
  | 'lies'
  | 'hangs'
  | 'floods'
  | 'crashes'
  | 'garbage'
  | 'fails'
  | 'knows-less'
  | 'refuses';

/**
 * Writes a program that answers like the gcov of GCC 12 for the unit of `FAKE_CASE`, in its manner.
 * `lies` counts line 7 once more. It tells its environment and arguments to `told.json` beside it.
 */
export function fakeGcov(folder: string, manner: FakeManner, version = '12.2.0'): string {
  const path = join(folder, `gcov-${manner}`);
  const expected = join(FAKE_CASE, 'expected.json');
  writeFileSync(
    path,
    `#!${process.execPath}
const fs = require('node:fs');
const path = require('node:path');
const manner = ${JSON.stringify(manner)};
const args = process.argv.slice(2);
if (args.includes('--version')) {
  console.log('gcov (Fake ${version}-1 (test)) ${version}');
  process.exit(0);
}
const told = { args, env: process.env, cwd: process.cwd(), files: fs.readdirSync('.'), pid: process.pid };
fs.writeFileSync(path.join(__dirname, 'told.json'), JSON.stringify(told));
if (manner === 'hangs') setInterval(() => {}, 1000);
else if (manner === 'floods') for (;;) fs.writeSync(1, 'x'.repeat(65536));
else if (manner === 'crashes') process.kill(process.pid, 'SIGSEGV');
else if (manner === 'garbage') console.log('{"files": 7, "\\u001b[2J');
else if (manner === 'fails') { console.error("gcov: unrecognized option '--json-format'"); process.exit(1); }
else for (const name of args.filter((arg) => /^u\\d+\\.gc(da|no)$/.test(arg))) answer(name);

function answer(name) {
  const { files } = JSON.parse(fs.readFileSync(${JSON.stringify(expected)}, 'utf8'));
  if (manner === 'refuses') console.error(name + ':stamp mismatch with notes file \\u001b[31m');
  const entries = Object.entries(files).map(([file, counts]) => ({
    file,
    functions: Object.entries(counts.functions).map(([name, { line, count }]) => ({
      name, start_line: line, execution_count: count,
    })),
    lines: Object.entries(counts.lines)
      .filter(([line]) => manner !== 'knows-less' || line !== '7')
      .map(([line, count]) => {
        const branches = counts.branches[line] ?? [];
        return {
          line_number: Number(line),
          count: manner === 'lies' && line === '7' ? count + 1 : manner === 'refuses' ? 0 : count,
          unexecuted_block: branches.some(([, , taken]) => taken === null),
          branches: branches.map(([, , taken]) => ({ count: taken ?? 0 })),
        };
      }),
  }));
  console.log(JSON.stringify({ data_file: name, files: entries }));
}
`,
  );
  chmodSync(path, 0o755);
  return path;
}

/** What the fake beside it was started with last. */
export function toldBy(gcov: string): {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly files: readonly string[];
  readonly pid: number;
} {
  return JSON.parse(readFileSync(join(gcov, '..', 'told.json'), 'utf8'));
}
