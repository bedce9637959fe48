import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIXTURES } from '../gcov/gcov-cases.js';
import { FIRMWARE } from '../support/firmware.js';
import { runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-decode-lcov-');
const MARKED = join(FIXTURES, 'gcc12-excl-markers');

/** The records of a tracefile that has one source; sums are made from them. */
function records(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((row) => /^(?:SF|FN|FNDA|BRDA|DA):/.test(row))
    .sort();
}

describe('decode --format lcov', () => {
  it('writes the records lcov writes of a source with exclusion markers', async () => {
    const run = await runCli(['decode', MARKED, '--format', 'lcov']);
    expect(run).toMatchObject({
      exitCode: 0,
      stderr: `warning: what was built in /src/corpus/gcc12-excl-markers is not there: the exclusion markers in ${MARKED} are taken for its own\n`,
    });
    expect(records(run.stdout)).toEqual(
      records(readFileSync(join(MARKED, 'expected.info'), 'utf8')),
    );
    expect(run.stdout).toContain('\nFNF:3\nFNH:3\n');
    expect(run.stdout).toContain('\nBRF:6\nBRH:5\n');
    expect(run.stdout).toMatch(/\nLF:17\nLH:15\nend_of_record\n$/);
  });

  it('leaves everything in, and says so, where the source is not at hand', async () => {
    const copy = folder();
    cpSync(MARKED, copy, { recursive: true });
    rmSync(join(copy, 'src'), { recursive: true });
    const run = await runCli(['decode', copy, '--format', 'lcov']);
    expect(run).toMatchObject({
      exitCode: 0,
      stderr:
        'warning: exclusion markers were not looked for in 1 of 1 source, which cannot be read here: /src/corpus/gcc12-excl-markers/src/excl.c\n',
    });
    expect(run.stdout).toContain('\nDA:14,6\n');
  });

  it('does not touch the counts of other formats', async () => {
    const json = JSON.parse((await runCli(['decode', MARKED, '--json'])).stdout);
    const expected = JSON.parse(readFileSync(join(MARKED, 'expected.json'), 'utf8'));
    expect(json.files).toEqual(expected.files);
  });

  it.each([
    ['gcc12-builddir', '/src/corpus/gcc12-builddir/src/main.c'],
    ['gcc12-utf8-path', '/src/corpus/gcc12-utf8-path/src/größe-测试/naïve.c'],
    ['gcc12-prefix-map', '/rel/src/main.c'],
    ['clang22-basic', join(FIXTURES, 'clang22-basic/src/basic.c')],
  ])('names the sources of %s as lcov does', async (name, source) => {
    const run = await runCli(['decode', name, '--format', 'lcov'], { cwd: FIXTURES });
    expect(run.stdout).toContain(`\nSF:${source}\n`);
    expect(run.stdout).not.toMatch(/^SF:[^/]/m);
  });

  it('names the sources of a console log by where they were compiled', async () => {
    const log = join(FIRMWARE, 'logs', 'n.log');
    const notes = join(FIRMWARE, 'out', 'own');
    const run = await runCli(['decode', log, '--notes', notes, '--format', 'lcov']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout.match(/^SF:.*$/gm)).toEqual(
      ['filter', 'session', 'valve'].map((name) => `SF:/home/bench/pump-board/src/${name}.c`),
    );
  });
});
