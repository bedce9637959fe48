import { describe, expect, it } from 'vitest';
import { emptySessionState, reduceSession } from '../../src/session/reduce-session.js';
import type { SessionEvent } from '../../src/session/session-event.js';

const at = '2026-11-30T14:07:00Z';
const events: readonly SessionEvent[] = [
  {
    type: 'started',
    at,
    format: 1,
    id: 's-1130-1407',
    board: 'nucleo',
    displayName: 'Nucleo F446',
    projectRoot: '/fw',
    branch: 'uart-dma',
    head: '3f2a91c0000000000000000000000000000000aa',
    image: null,
  },
  { type: 'step', at, step: 'connect' },
  { type: 'connected', at, port: 'sim:' },
  { type: 'zeroed', at, result: ['ok'] },
  { type: 'marked', at, note: 'x' },
  { type: 'step', at, step: 'fetch' },
  {
    type: 'fetched',
    at,
    rawFile: 'raw/objects-1',
    rawSha256: 'aa',
    objects: [
      { path: 'a.gcda', status: 'ok', sizeBytes: 10 },
      { path: 'b.gcda', status: 'damaged', sizeBytes: 5, reason: 'cut' },
    ],
  },
  { type: 'saved', at, file: '.otto/coverage/manual/x.json', trailers: [] },
  { type: 'committed', at, commit: '9b77c02' },
];

describe('the session reducer', () => {
  it('folds a journal into the state to go on from', () => {
    const state = events.reduce(reduceSession, emptySessionState('s-1130-1407'));
    expect(state).toEqual({
      ...emptySessionState('s-1130-1407'),
      projectRoot: '/fw',
      branch: 'uart-dma',
      shortHead: '3f2a91c',
      board: 'nucleo',
      displayName: 'Nucleo F446',
      step: 'fetch',
      port: 'sim:',
      isZeroed: true,
      zeroResult: ['ok'],
      fetch: {
        receivedBytes: 15,
        totalBytes: 15,
        elapsedMs: 0,
        objects: [
          { path: 'a.gcda', status: 'ok', sizeBytes: 10 },
          { path: 'b.gcda', status: 'damaged', sizeBytes: 5, reason: 'cut' },
        ],
      },
      savedFile: '.otto/coverage/manual/x.json',
      commitId: '9b77c02',
    });
  });

  it('changes nothing in the state it was given', () => {
    const before = Object.freeze(emptySessionState('s-1'));
    for (const event of events) reduceSession(before, event);
    expect(before).toEqual(emptySessionState('s-1'));
  });
});
