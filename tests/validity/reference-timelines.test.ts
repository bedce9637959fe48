import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusalJson } from '../../src/report/report-json.js';
import { readStore } from '../../src/store/read-store.js';
import { tempFolders } from '../support/temp-folder.js';
import { referenceFolder } from '../support/timeline.js';
import {
  answerOf,
  foldTimeline,
  marksOf,
  nowMarksOf,
  withoutBase,
  type Answer,
} from './fold-timeline.js';

const timelines = referenceFolder('oracle/timelines');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const ids =
  timelines !== null && hasPython
    ? readdirSync(timelines).filter((id) => existsSync(join(timelines, id, 'want.json')))
    : [];
const folder = tempFolders('timelines-');

interface Built {
  readonly report_root: string;
  readonly today: string;
  readonly env: Readonly<Record<string, string>>;
}

function read(id: string, name: string): Answer {
  return JSON.parse(readFileSync(join(timelines ?? '', id, name), 'utf8')) as Answer;
}

describe.skipIf(ids.length === 0)('the reference timelines', () => {
  it.each(ids)('%s has its answer on every path to it', async (id) => {
    const out = join(folder(), id);
    execFileSync('python3', [join(timelines ?? '', 'build.py'), 'make', id, out]);
    const built = JSON.parse(readFileSync(join(out, 'timeline.json'), 'utf8')) as Built;
    const root = join(out, built.report_root);
    const want = read(id, 'want.json');
    const { malformed } = await readStore(root);
    if (malformed.length > 0) {
      const {
        lost: _lost,
        warnings: _warnings,
        git_spawns: _spawns,
        ...refusal
      } = JSON.parse(refusalJson(malformed, new Date(built.today))) as Answer;
      const files = malformed.map(({ file }) => expect.objectContaining({ file }) as unknown);
      const error = { type: 'malformed-capture', files };
      expect(refusal).toEqual({ ...want, error });
      return;
    }
    const options = { root, home: join(out, 'home'), today: built.today, env: built.env };
    const report = await foldTimeline(options);
    expect(answerOf(report)).toEqual(want);
    expect(report.gitSpawns).toBeLessThanOrEqual(6);
    if (existsSync(join(timelines ?? '', id, 'want-anchored.json'))) {
      expect(nowMarksOf(report)).toEqual(marksOf(read(id, 'want-anchored.json')));
    }
    const orphaned = await foldTimeline({ ...options, change: withoutBase });
    expect(answerOf(orphaned).files).toEqual(want.files);
    expect(orphaned.gitSpawns).toBeLessThanOrEqual(6);
  });
});
