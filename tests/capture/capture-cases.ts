import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Count } from '../../src/base/count.js';
import type { CaptureFacts } from '../../src/capture/build-capture.js';
import type { SourceCounts } from '../../src/capture/source-counts.js';
import { openGit, type Git } from '../../src/git/git.js';
import { SPI, SPI_HITS, UART, UART_HITS, type Timeline } from '../support/timeline.js';

export type Triples = Readonly<
  Record<number, readonly (readonly [number, number, Count | null])[]>
>;

/** Counts of one source; a relative path is taken from the project folder. */
export function source(
  path: string,
  lines: Readonly<Record<number, Count>>,
  branches: Triples = {},
  compileDirectory: string | null = null,
): SourceCounts {
  return {
    path,
    compileDirectory,
    lines: new Map(Object.entries(lines).map(([line, count]) => [Number(line), count])),
    branches: new Map(
      Object.entries(branches).map(([line, all]) => [
        Number(line),
        all.map(([block, branch, taken]) => ({ block, branch, taken })),
      ]),
    ),
  };
}

export const FACTS: CaptureFacts = {
  tier: 'manual',
  board: 'bench-1',
  labs: ['lab1'],
  tester: null,
  ticket: 'PROJ-123',
  note: null,
  displayName: null,
  now: new Date('2026-02-01T10:00:00Z'),
};

/** Git at the project folder, with the timeline's own home. */
export function gitOf(t: Timeline, cwd = t.sut): Git {
  return openGit(cwd, { ambient: { PATH: process.env['PATH'], HOME: t.home } });
}

export interface CaptureCase {
  /** Names the expected bytes in `fixtures/captures`. */
  readonly name: string;
  readonly title: string;
  readonly facts?: Partial<CaptureFacts>;
  readonly skipped?: readonly (readonly [path: string, reason: string])[];
  build(t: Timeline): SourceCounts[];
}

export const CAPTURE_CASES: readonly CaptureCase[] = [
  {
    name: 'clean',
    title: 'a clean tree: lines, branches, a never-reached branch, a tester and a note',
    facts: {
      note: 'failover via GDB',
      tester: { name: 'ada', email: 'ada@example.test' },
      board: 'mps2_an385',
    },
    build(t) {
      t.init();
      t.write('src/uart.c', UART);
      t.commit('uart');
      const branches: Triples = {
        11: [
          [0, 0, 33],
          [0, 1, 0],
        ],
        21: [
          [0, 0, null],
          [0, 1, 2],
        ],
      };
      return [source('src/uart.c', UART_HITS, branches)];
    },
  },
  {
    name: 'dirty-remap',
    title: 'a build with a printf: a line inserted, one edited, one joined',
    build(t) {
      t.init();
      t.write('src/uart.c', UART);
      t.commit('uart');
      t.sub('src/uart.c', '    int spin = 0;\n', '    printf("put %d", c);\n    int spin = 0;\n');
      t.sub('src/uart.c', 'u->dr = c;', 'u->dr = c & 0xff;');
      t.sub('src/uart.c', 'ready(struct uart *u)\n{', 'ready(struct uart *u) {');
      const lines = {
        4: 40,
        9: 7,
        10: 7,
        11: 40,
        12: 33,
        13: 0,
        15: 7,
        16: 7,
        21: 3,
        22: 1,
        23: 2,
      };
      const branches: Triples = {
        9: [[0, 0, 1]],
        12: [
          [0, 0, 33],
          [0, 1, 0],
        ],
      };
      return [source('src/uart.c', lines, branches)];
    },
  },
  {
    name: 'dirty-elsewhere',
    title: 'only an untracked note and another file are dirty: the flag is set all the same',
    build(t) {
      t.init();
      t.write('src/spi.c', SPI);
      t.write('src/uart.c', UART);
      t.commit('two');
      t.sub('src/uart.c', 'u->dr = c;', 'u->dr = ~c;');
      t.write('notes.txt', 'x\n');
      return [source('src/spi.c', SPI_HITS)];
    },
  },
  {
    name: 'skipped-sources',
    title: 'sources outside the repository, untracked, or generated and ignored are skipped',
    skipped: [
      ['outside.c', 'outside-project'],
      ['gen.c', 'not-committed'],
      ['new.c', 'not-committed'],
    ],
    build(t) {
      t.init();
      t.write('.gitignore', 'gen.c\n');
      t.write('src/spi.c', SPI);
      t.commit('spi');
      t.write('gen.c', 'int g;\n');
      t.write('new.c', 'int n;\n');
      t.write('outside.c', 'int o;\n', t.out);
      return [
        source(join(t.out, 'outside.c'), { 1: 1 }),
        source('gen.c', { 1: 2 }),
        source('src/spi.c', SPI_HITS),
        source('new.c', { 1: 3 }),
      ];
    },
  },
  {
    name: 'monorepo',
    title: 'the project is a subdirectory of a larger repository',
    skipped: [['src/uart.c', 'outside-project']],
    build(t) {
      t.init({ sut: 'firmware' });
      t.write('src/uart.c', UART);
      t.write('src/uart.c', SPI, t.repo);
      t.commit('mono');
      return [source('src/uart.c', UART_HITS), source(join(t.repo, 'src/uart.c'), { 3: 1 })];
    },
  },
  {
    name: 'slugs',
    title: 'a ticket and a board full of what a file name cannot hold',
    facts: { ticket: '--PROJ/12 (β)  Ünïcode_x--', board: 'Rack 2 / Slot-4' },
    build(t) {
      t.init();
      t.write('src/spi.c', SPI);
      t.commit('spi');
      return [source('src/spi.c', { 3: 1 })];
    },
  },
  {
    name: 'empty-slugs',
    title: 'no ticket, and a board with no usable character',
    facts: { ticket: null, board: '板' },
    build(t) {
      t.init();
      t.write('src/spi.c', SPI);
      t.commit('spi');
      return [source('src/spi.c', { 3: 1 })];
    },
  },
  {
    name: 'no-lines',
    title: 'a source with no lines',
    build(t) {
      t.init();
      t.write('src/spi.c', SPI);
      t.commit('spi');
      return [source('src/spi.c', {})];
    },
  },
  {
    name: 'symlinked-source',
    title: 'the source is named through a symbolic link',
    build(t) {
      t.init();
      t.write('src/spi.c', SPI);
      symlinkSync('src', join(t.sut, 'lnk'));
      t.commit('spi');
      return [source(join(t.sut, 'lnk/spi.c'), SPI_HITS)];
    },
  },
  {
    name: 'assume-unchanged',
    title: 'the only edit is hidden by assume-unchanged',
    build(t) {
      t.init();
      t.write('src/spi.c', SPI);
      t.commit('spi');
      t.git('update-index', '--assume-unchanged', 'src/spi.c');
      t.write('src/spi.c', `/* a */\n/* b */\n${SPI}`);
      return [source('src/spi.c', { 5: 1, 6: 1, 7: 1, 12: 9, 13: 9, 14: 9 })];
    },
  },
  {
    name: 'sha256',
    title: 'a SHA-256 repository',
    build(t) {
      t.init({ args: ['--object-format=sha256'] });
      t.write('src/spi.c', SPI);
      t.commit('spi');
      return [source('src/spi.c', SPI_HITS)];
    },
  },
];
