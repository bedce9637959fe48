// `npm run bench [NAME] [-- OPTIONS]`: runs one bench, prints its tables and writes them as JSON.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMet } from './bars.js';
import { reportJson, reportText, type BenchOptions, type BenchReport } from './bench-report.js';
import { decodeBench } from './decode-bench.js';

const BENCHES: Readonly<Record<string, (options: BenchOptions) => Promise<BenchReport>>> = {
  decode: decodeBench,
};

const USAGE = `usage: npm run bench [${Object.keys(BENCHES).join('|')}] [-- OPTIONS]
  --corpus DIR     time these files instead of generated ones (or OTTO_BENCH_CORPUS)
  --runs N         timed runs of each candidate (5)
  --without NAME   leave a tool out; may be repeated
  --check          exit with 1 when a bar is missed
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string', default: process.env['OTTO_BENCH_CORPUS'] ?? '' },
    runs: { type: 'string', default: '5' },
    without: { type: 'string', multiple: true, default: [] },
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [name = 'decode', ...rest] = positionals;
const bench = BENCHES[name];
const runs = Number(values.runs);
if (values.help || bench === undefined || rest.length > 0 || !Number.isInteger(runs) || runs < 1) {
  process.stderr.write(USAGE);
  process.exit(values.help ? 0 : 2);
}

const report = await bench({
  corpus: values.corpus === '' ? null : values.corpus,
  runs,
  without: values.without,
  say: (text) => process.stderr.write(`${text}\n`),
});
const folder = fileURLToPath(new URL('../../dist/bench/', import.meta.url));
const file = `${folder}${name}.json`;
mkdirSync(folder, { recursive: true });
writeFileSync(file, reportJson(report));
process.stdout.write(`${reportText(report)}\n\nwritten to ${file}\n`);
if (values.check && !report.bars.every(isMet)) process.exitCode = 1;
