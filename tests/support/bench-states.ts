import { BenchError } from '../../src/base/bench-error.js';
import type { FileReview, SessionState, SessionSummary } from '../../src/session/session-state.js';

function file(path: string, hit: number, total: number, fresh: number, remark = ''): FileReview {
  const counts = new Map<number, number>();
  for (let line = 1; line <= total; line += 1) counts.set(line * 2, line <= hit ? line * 3 : 0);
  const newLines = Array.from({ length: fresh }, (_, index) => (index + 2) * 2);
  return { path, hitLines: hit, totalLines: total, newLines, isKept: fresh > 0, remark, counts };
}

export const FILES: readonly FileReview[] = [
  file('src/uart.c', 188, 240, 31),
  file('src/dma.c', 64, 90, 12),
  file('src/ring.c', 40, 41, 2),
  file('src/adc.c', 22, 130, 0, 'no new line'),
  file('src/main.c', 51, 77, 0, 'no new line'),
];

export const DMA_SOURCE: readonly string[] = Array.from({ length: 180 }, (_, index) =>
  index % 2 === 0
    ? `static void dma_${index}(struct chan *c) {`
    : `    c->head = c->len / ${index};`,
);

/** A session at Preflight as it is after all checks. */
export const BENCH: SessionState = {
  id: 's-1130-1407',
  step: 'preflight',
  projectRoot: '/home/ana/fw',
  branch: 'uart-dma',
  shortHead: '3f2a91c',
  isDirty: false,
  board: 'nucleo-f446',
  displayName: 'Nucleo F446RE',
  checks: [
    {
      id: 'repo',
      label: 'Repository',
      grade: 'ok',
      text: '/home/ana/fw  (git 2.39.5)',
      facts: [],
      hints: [],
    },
    {
      id: 'head',
      label: 'HEAD',
      grade: 'ok',
      text: '3f2a91c  "uart: DMA ring buffer"  on uart-dma',
      facts: [],
      hints: [],
    },
    {
      id: 'tree',
      label: 'Working tree',
      grade: 'blocking',
      text: '2 tracked source files differ from HEAD',
      facts: ['src/uart.c', 'src/dma.c'],
      hints: ['commit or stash the 2 files first', 'git stash push src/uart.c src/dma.c'],
    },
    {
      id: 'store',
      label: 'Store',
      grade: 'ok',
      text: '.otto/coverage/manual  writable, 14 captures parse',
      facts: [],
      hints: [],
    },
    {
      id: 'board',
      label: 'Board file',
      grade: 'ok',
      text: 'boards/nucleo-f446.toml',
      facts: [],
      hints: [],
    },
    {
      id: 'build',
      label: 'Build',
      grade: 'warning',
      text: 'build/app.elf is older than 1 source file',
      facts: ['build/app.elf     30 Nov 13:02:11', 'src/uart.c        30 Nov 13:40:55   newer'],
      hints: ['rebuild and flash, then press r'],
    },
    {
      id: 'serial',
      label: 'Serial access',
      grade: 'ok',
      text: 'group dialout: yes',
      facts: [],
      hints: [],
    },
  ],
  ports: [],
  port: '',
  link: 'none',
  handshake: [],
  canZero: true,
  zeroResult: [],
  isZeroed: false,
  receivedBytes: 0,
  sentBytes: 0,
  fetch: null,
  coverage: null,
  form: {
    ticket: '',
    testerName: 'Ana Ruiz',
    testerEmail: 'ana@example.com',
    note: '',
    labs: 'bench-2',
    label: '',
  },
  preview: null,
  commitPlan: null,
  savedFile: null,
  commitId: null,
  busy: null,
  message: '1 blocking: commit or stash the 2 files first',
  error: null,
};

const CONNECTED: Partial<SessionState> = {
  link: 'up',
  port: '/dev/ttyACM0',
  ports: [
    {
      port: '/dev/serial/by-id/usb-STMicroelectronics_STLINK-V3_0042-if02',
      device: 'STLINK-V3 0483:374e',
      state: 'free',
    },
    { port: '/dev/ttyUSB0', device: 'CP2102N  10c4:ea60', state: 'busy: tio 4121' },
    { port: '/dev/ttyACM0', device: 'STLINK-V3', state: 'free' },
  ],
  handshake: [
    '14:07:02 opened, port locked',
    '14:07:03 build id on board 8c1ef0 = build/app.elf 8c1ef0',
  ],
  message: 'board answers; its counters still hold old counts',
};

const COVERED: Partial<SessionState> = {
  ...CONNECTED,
  isZeroed: true,
  zeroResult: ['14:08:10 zero', '14:08:10 ok 9 objects', '14:08:10 read back: 0 lines hit'],
  receivedBytes: 84_200,
  sentBytes: 412,
  coverage: {
    takenAt: '2026-11-30T14:12:20Z',
    hitLines: 612,
    totalLines: 1830,
    newLines: 45,
    files: FILES,
  },
  message: '',
};

export const MESSAGE = `FW-212: bench evidence for nucleo-f446

292 lines hit in 3 files, 45 new to the store.
DMA overrun and break handling, loopback jig rev C

Ticket: FW-212
Board: nucleo-f446
Anchor: 3f2a91c
`;

const SAVED_FILE = '.otto/coverage/manual/20261130T143102Z-fw-212-nucleo-f446.json';

const FETCHED: Partial<SessionState> = {
  ...COVERED,
  fetch: {
    receivedBytes: 84_100,
    totalBytes: 118_600,
    elapsedMs: 7_700,
    objects: [
      { path: 'build/src/uart.gcda', status: 'ok', sizeBytes: 31_204 },
      {
        path: 'build/src/dma.gcda',
        status: 'repaired',
        sizeBytes: 12_880,
        reason: 'retry 1 (crc)',
      },
      { path: 'build/src/ring.gcda', status: 'damaged', sizeBytes: 5_012, reason: 'row 14 is cut' },
      { path: 'build/src/can.gcda', status: 'reading', sizeBytes: 10_912 },
      { path: 'build/src/flash.gcda', status: 'waiting', sizeBytes: 0 },
    ],
  },
};

const PREVIEWED: Partial<SessionState> = {
  ...COVERED,
  form: {
    ...BENCH.form,
    ticket: 'FW-212',
    note: 'DMA overrun and break handling, loopback jig rev C',
  },
  preview: {
    file: SAVED_FILE,
    sizeBytes: 18_204,
    hitLines: 292,
    newLines: 45,
    rows: [
      { path: 'src/uart.c', validLines: 188, executedLines: 188, text: 'valid' },
      { path: 'src/dma.c', validLines: 64, executedLines: 64, text: 'valid' },
      { path: 'src/ring.c', validLines: 38, executedLines: 40, text: 'lines 12-13 edited since' },
    ],
    skipped: ['vendor/hal.c: not in the repository'],
    superseding: ['replaces FW-198 on nucleo-f446: 17 lines only that capture proves'],
    problems: {},
  },
};

/** One state for every screen, by name. */
export const SCREENS: Readonly<Record<string, SessionState>> = {
  preflight: BENCH,
  connect: {
    ...BENCH,
    ...CONNECTED,
    step: 'connect',
    link: 'connecting',
    busy: 'opening /dev/ttyACM0',
  },
  connected: { ...BENCH, ...CONNECTED, step: 'connect' },
  zero: { ...BENCH, ...CONNECTED, step: 'zero' },
  zeroed: { ...BENCH, ...COVERED, step: 'zero', message: 'counters are zero since 14:08:10' },
  exercise: { ...BENCH, ...COVERED, step: 'exercise' },
  fetch: { ...BENCH, ...FETCHED, step: 'fetch', busy: 'fetching the counters' },
  review: {
    ...BENCH,
    ...COVERED,
    step: 'review',
    message: '2 files add nothing to the store and are not kept',
  },
  save: { ...BENCH, ...PREVIEWED, step: 'save', message: '2 lines would be stale from day one' },
  commit: {
    ...BENCH,
    ...PREVIEWED,
    step: 'commit',
    savedFile: SAVED_FILE,
    commitPlan: { paths: [SAVED_FILE], message: MESSAGE, foreignStaged: ['src/cli.c'] },
    message: '',
  },
  done: {
    ...BENCH,
    ...PREVIEWED,
    step: 'done',
    savedFile: SAVED_FILE,
    commitId: '9b77c02d1e0f4a5b6c7d8e9f0a1b2c3d4e5f6a7b',
    commitPlan: { paths: [SAVED_FILE], message: MESSAGE, foreignStaged: [] },
    message: '',
  },
  'link-lost': { ...BENCH, ...COVERED, step: 'exercise', link: 'lost' },
  error: {
    ...BENCH,
    step: 'connect',
    ports: CONNECTED.ports ?? [],
    error: new BenchError('PORT_DENIED', 'cannot open /dev/ttyACM0: permission denied', {
      why: 'The port belongs to group "dialout" and you (ana) are not in it.',
      hints: [
        'sudo usermod -aG dialout ana, then log out and in again',
        'sudo setfacl -m u:ana:rw /dev/ttyACM0 for this plug-in only',
      ],
    }),
  },
};

export const OPEN_SESSIONS: readonly SessionSummary[] = [
  {
    id: 's-1130-1407',
    board: 'nucleo-f446',
    ticket: 'FW-212',
    step: 'fetch',
    startedAt: '2026-11-30T14:07:00Z',
    lastEventAt: '2026-11-30T14:31:00Z',
    savedObjects: 3,
    refusal: null,
  },
  {
    id: 's-1128-0900',
    board: 'nucleo-f446',
    ticket: '',
    step: 'review',
    startedAt: '2026-11-28T09:00:00Z',
    lastEventAt: '2026-11-28T09:20:00Z',
    savedObjects: 9,
    refusal: 'HEAD was 11aa22b then and is 3f2a91c now: it can be looked at, not recorded',
  },
];
