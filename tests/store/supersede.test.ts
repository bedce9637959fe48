import { describe, expect, it } from 'vitest';
import type { Capture } from '../../src/capture/capture.js';
import { capturedInstant } from '../../src/store/captured-instant.js';
import { previewSuperseding } from '../../src/store/preview-superseding.js';
import { supersede } from '../../src/store/supersede.js';
import { capture, stored } from './store-cases.js';

function outcome(...captures: readonly Capture[]): [string[], string[]] {
  const { selected, superseded } = supersede(stored(...captures));
  return [selected.map(({ file }) => file), superseded.map(({ file }) => file)];
}

describe('a newer capture', () => {
  it('replaces the older of its tier, label and board, whatever the ticket', () => {
    expect(
      outcome(
        capture({ capturedAt: '2026-02-05T10:00:00Z', ticket: 'PROJ-2' }),
        capture({ capturedAt: '2026-02-01T10:00:00Z', ticket: 'PROJ-1' }),
      ),
    ).toEqual([['a.json'], ['b.json']]);
  });

  it('leaves another tier, label or board alone', () => {
    const later = { capturedAt: '2026-03-01T10:00:00Z' };
    const all = [
      capture(),
      capture({ ...later, displayName: 'cert' }),
      capture({ ...later, displayName: 'cert', board: 'bench-2' }),
      capture({ ...later, displayName: 'cert', tier: 'field' }),
      capture({ ...later, board: 'bench-2' }),
    ];
    expect(outcome(...all)).toEqual([['a.json', 'b.json', 'c.json', 'd.json', 'e.json'], []]);
  });

  it('takes a label that says the board for no label', () => {
    expect(outcome(capture(), capture({ displayName: 'bench-1' }))).toEqual([
      ['b.json'],
      ['a.json'],
    ]);
    expect(outcome(capture(), capture({ displayName: '' }))).toEqual([['b.json'], ['a.json']]);
  });

  it('of the same second is the one with the later file name', () => {
    expect(outcome(capture(), capture({ ticket: 'PROJ-2' }))).toEqual([['b.json'], ['a.json']]);
  });

  it('of the same second and name is the one with the higher number', () => {
    const named = (file: string) => ({ file, capture: capture() });
    const all = [named('x-10.json'), named('x-2.json'), named('x.json')];
    expect(supersede(all).selected.map(({ file }) => file)).toEqual(['x-10.json']);
    expect(supersede(all.slice(1)).selected.map(({ file }) => file)).toEqual(['x-2.json']);
    const board = [named('x-1-2.json'), named('x-1.json')];
    expect(supersede(board).selected.map(({ file }) => file)).toEqual(['x-1-2.json']);
  });

  it('is newer by instant, not by text', () => {
    expect(
      outcome(
        capture({ capturedAt: '2026-02-01T10:00:00+02:00' }),
        capture({ capturedAt: '2026-02-01T09:00:00Z' }),
      ),
    ).toEqual([['b.json'], ['a.json']]);
    expect(outcome(capture(), capture({ capturedAt: '' }))).toEqual([['a.json'], ['b.json']]);
    expect(outcome(capture(), capture({ capturedAt: 'zzz' }))).toEqual([['a.json'], ['b.json']]);
    expect(outcome(capture({ capturedAt: '' }), capture({ capturedAt: 'not a date' }))).toEqual([
      ['b.json'],
      ['a.json'],
    ]);
  });

  it('replaces nothing when neither has a label or a board', () => {
    expect(outcome(capture({ board: '' }), capture({ board: '', displayName: '' }))).toEqual([
      ['a.json', 'b.json'],
      [],
    ]);
  });
});

describe('a stamp', () => {
  it.each([
    ['2026-02-01T10:00:00Z', Date.UTC(2026, 1, 1, 10)],
    ['2026-02-01T10:00:00.5+01:30', Date.UTC(2026, 1, 1, 8, 30, 0, 500)],
    ['', null],
    ['2026-02-01', null],
    ['2026-13-01T10:00:00Z', null],
    ['Sun Feb 1 2026', null],
  ])('%j is the instant %j', (stamp, instant) => {
    expect(capturedInstant(stamp)).toBe(instant);
  });
});

describe('the preview of what a capture replaces', () => {
  const old = capture({ ticket: 'PROJ-1' }, { 3: 1, 4: 2, 5: 0, 12: 9 });

  it('counts executed lines nobody else proves and offers a label that keeps both', () => {
    const fresh = capture({ ticket: 'PROJ-2', capturedAt: '2026-02-05T10:00:00Z' }, { 4: 1 });
    const other = capture({ board: 'bench-2' }, { 12: 1 });
    const preview = previewSuperseding(stored(old, other), fresh);
    expect(preview.losses).toEqual([
      { file: 'a.json', ticket: 'PROJ-1', lines: new Map([['src/spi.c', [3]]]), lineCount: 1 },
    ]);
    expect(preview.suggestedLabel).toBe('bench-1 · PROJ-2');
    expect(preview.sentences).toEqual([
      'replaces a.json of PROJ-1: 1 executed line in 1 file would be proved by nothing else',
    ]);
    const relabelled = { ...fresh, displayName: preview.suggestedLabel };
    expect(previewSuperseding(stored(old, other), relabelled).losses).toEqual([]);
  });

  it('is silent when nothing is lost', () => {
    const fresh = capture({ capturedAt: '2026-02-05T10:00:00Z' }, { 3: 1, 4: 1, 12: 1 });
    expect(previewSuperseding(stored(old), fresh)).toEqual({
      losses: [],
      suggestedLabel: null,
      sentences: [],
    });
    expect(previewSuperseding([], fresh).losses).toEqual([]);
  });

  it('does not count what was replaced before', () => {
    const middle = capture({ capturedAt: '2026-02-03T10:00:00Z' }, { 4: 1 });
    const fresh = capture({ capturedAt: '2026-02-05T10:00:00Z' }, { 4: 1 });
    expect(previewSuperseding(stored(old, middle), fresh).losses).toEqual([]);
  });

  it('offers a label nothing has yet', () => {
    const taken = capture({ displayName: 'bench-1 · PROJ-2' }, { 3: 1 }, 'src/other.c');
    const fresh = capture({ ticket: 'PROJ-2', capturedAt: '2026-02-05T10:00:00Z' }, { 4: 1 });
    const preview = previewSuperseding(stored(old, taken), fresh);
    expect(preview.suggestedLabel).toBe('bench-1 · PROJ-2 · 2');
  });
});
