import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolders } from '../support/temp-folder.js';
import { Timeline } from '../support/timeline.js';
import {
  answerOf,
  foldTimeline,
  marksOf,
  nowMarksOf,
  withoutBase,
  type Answer,
} from './fold-timeline.js';
import { TIMELINES } from './timeline-scripts.js';

const WANTED = join(import.meta.dirname, '..', '..', 'fixtures', 'timelines');
const folder = tempFolders('validity-');

function wanted(id: string, name = 'want.json'): Answer {
  return JSON.parse(readFileSync(join(WANTED, id, name), 'utf8')) as Answer;
}

function built(id: string): { root: string; home: string; today: string } {
  const script = TIMELINES[id]!;
  const t = new Timeline(folder());
  script.build(t);
  return { root: t.sut, home: t.home, today: script.today ?? '2026-03-01T00:00:00Z' };
}

describe.each(Object.keys(TIMELINES))('timeline %s', (id) => {
  it(`judges ${TIMELINES[id]!.title}, the same with and without the base commit`, async () => {
    const options = built(id);
    const report = await foldTimeline(options);
    expect(answerOf(report)).toEqual(wanted(id));
    if (existsSync(join(WANTED, id, 'want-anchored.json'))) {
      expect(nowMarksOf(report)).toEqual(marksOf(wanted(id, 'want-anchored.json')));
    }
    const isDirty = ['21-dirty-at-report', '79-assume-unchanged', '83-golden'].includes(id);
    const hasLostBase = ['17-squash-gc-edit', '20-rename-base-gone'].includes(id);
    expect(report.gitSpawns).toBeLessThanOrEqual(isDirty || hasLostBase ? 6 : 3);

    const orphaned = await foldTimeline({ ...options, change: withoutBase });
    expect(answerOf(orphaned).files).toEqual(wanted(id).files);
    expect(orphaned.lost).toEqual(report.lost);
    expect(orphaned.gitSpawns).toBeLessThanOrEqual(6);
  });
});
