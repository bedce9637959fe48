import { describe, expect, it } from 'vitest';
import type { Capture } from '../../src/capture/capture.js';
import { planCommit } from '../../src/session/commit-plan.js';

const capture: Capture = {
  tier: 'manual',
  baseCommit: '3f2a91c0000000000000000000000000000000aa',
  dirtyRemap: false,
  capturedAt: '2026-11-30T14:31:02Z',
  tester: null,
  ticket: 'FW-212',
  note: 'DMA overrun and break handling, loopback jig rev C',
  labs: [],
  board: 'nucleo-f446',
  displayName: null,
  files: new Map([
    [
      'src/a.c',
      {
        blob: null,
        lines: new Map([
          [1, 4],
          [2, 0],
        ]),
        branches: new Map(),
      },
    ],
    ['src/b.c', { blob: null, lines: new Map([[7, 2n ** 60n]]), branches: new Map() }],
  ]),
};

describe('the commit plan', () => {
  it('has the ticket in the subject and the facts as trailers', () => {
    const plan = planCommit(
      [
        {
          path: '.otto/coverage/manual/x.json',
          capture,
          newLines: 1,
          trailers: [
            ['Raw-Dump', 'sha256:ab'],
            ['Forced', 'build'],
          ],
        },
      ],
      ['src/cli.c'],
    );
    expect(plan).toEqual({
      paths: ['.otto/coverage/manual/x.json'],
      foreignStaged: ['src/cli.c'],
      message: `FW-212: bench evidence for nucleo-f446

2 lines hit in 2 files, 1 new to the store.

DMA overrun and break handling, loopback jig rev C

Ticket: FW-212
Board: nucleo-f446
Anchor: 3f2a91c
Raw-Dump: sha256:ab
Forced: build
`,
    });
  });

  it('says nothing of a ticket or a note that is not there', () => {
    const plan = planCommit(
      [
        {
          path: 'x.json',
          capture: { ...capture, ticket: null, note: null },
          newLines: null,
          trailers: [],
        },
      ],
      [],
    );
    expect(plan.message).toBe(`Bench evidence for nucleo-f446

2 lines hit in 2 files.

Board: nucleo-f446
Anchor: 3f2a91c
`);
  });

  it('puts several captures into one commit', () => {
    const other = { ...capture, ticket: 'FW-9', board: 'rack', note: null };
    const plan = planCommit(
      [
        { path: 'a.json', capture, newLines: null, trailers: [] },
        { path: 'b.json', capture: other, newLines: null, trailers: [] },
      ],
      [],
    );
    expect(plan.paths).toEqual(['a.json', 'b.json']);
    expect(plan.message.split('\n')[0]).toBe('FW-212, FW-9: bench evidence for nucleo-f446, rack');
    expect(plan.message).toContain(
      '\n\nTicket: FW-212\nBoard: nucleo-f446\nAnchor: 3f2a91c\nTicket: FW-9\nBoard: rack\n',
    );
  });

  it('keeps a value with line ends on one trailer line', () => {
    const odd = { ...capture, ticket: 'FW-1\nSigned-off-by: x', note: null };
    const plan = planCommit([{ path: 'a.json', capture: odd, newLines: null, trailers: [] }], []);
    expect(plan.message).toContain('\nTicket: FW-1 Signed-off-by: x\n');
    expect(plan.message).not.toContain('\nSigned-off-by');
  });
});
