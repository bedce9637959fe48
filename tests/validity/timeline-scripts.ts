import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SPI, SPI_HITS, UART, UART_HITS, filler, type Timeline } from '../support/timeline.js';

export interface TimelineScript {
  readonly title: string;
  readonly today?: string;
  build(t: Timeline): void;
}

function settings(maxAge: string): string {
  return `[coverage.tiers.manual]\nkind = "manual"\nprecedence = 3\nmax_age = "${maxAge}"\n`;
}

/** One driver, committed and covered in one session. */
function coveredUart(t: Timeline): void {
  t.init();
  t.write('src/uart.c', UART);
  t.commit('uart');
  t.cap({ 'src/uart.c': UART_HITS });
}

/** A driver written on a branch that is squash-merged and then gone, its base commit with it. */
function squashedUart(t: Timeline): void {
  t.init();
  t.write('src/spi.c', SPI);
  t.commit('spi');
  t.git('checkout', '-q', '-b', 'feature');
  t.write('src/uart.c', UART);
  const base = t.commit('uart on a branch');
  const blob = t.git('rev-parse', 'HEAD:src/uart.c');
  t.git('checkout', '-q', 'main');
  t.git('merge', '-q', '--squash', 'feature');
  t.commit('uart (#7)');
  t.prune('feature');
  t.cap({ 'src/uart.c': UART_HITS }, { base, blob });
}

const rowsOf = (text: string): string[] => text.split(/(?<=\n)/);

export const TIMELINES: Readonly<Record<string, TimelineScript>> = {
  '01-unchanged': {
    title: 'nothing changed since the capture',
    build(t) {
      coveredUart(t);
      t.write('README', 'unrelated\n');
      t.commit('readme');
    },
  },
  '02-edit-above': {
    title: 'lines inserted above the covered code',
    build(t) {
      coveredUart(t);
      t.write('src/uart.c', `/* licence */\n/* line two */\n/* line three */\n${UART}`);
      t.commit('licence header');
    },
  },
  '03-edit-covered': {
    title: 'a covered line edited',
    build(t) {
      coveredUart(t);
      t.sub('src/uart.c', 'u->dr = c;', 'u->dr = c & 0xff;');
      t.commit('mask');
    },
  },
  '04-delete-covered': {
    title: 'covered lines deleted',
    build(t) {
      coveredUart(t);
      t.sub('src/uart.c', '        if (++spin > LIMIT)\n            return -1;\n', '');
      t.commit('no limit');
    },
  },
  '06-rename-clean': {
    title: 'a file renamed',
    build(t) {
      coveredUart(t);
      mkdirSync(join(t.sut, 'drv'));
      t.git('mv', 'src/uart.c', 'drv/serial.c');
      t.commit('move');
    },
  },
  '07-rename-edit': {
    title: 'a file renamed and edited in one change',
    build(t) {
      coveredUart(t);
      t.git('mv', 'src/uart.c', 'src/serial.c');
      t.sub('src/serial.c', 'u->dr = c;', 'u->txdr = c;');
      t.write('src/serial.c', `/* serial */\n${t.read('src/serial.c')}`);
      t.commit('rename and edit');
    },
  },
  '08-copy': {
    title: 'a file copied: the copy has no evidence',
    build(t) {
      coveredUart(t);
      t.write('src/uart2.c', UART);
      t.commit('copy');
    },
  },
  '09-split': {
    title: 'a file split in two',
    build(t) {
      coveredUart(t);
      const rows = rowsOf(UART);
      t.git('rm', '-q', 'src/uart.c');
      t.write('src/uart_tx.c', rows.slice(0, 17).join(''));
      t.write('src/uart_rx.c', `${rows[0]}\n${rows.slice(18).join('')}`);
      t.commit('split');
    },
  },
  '10-whitespace': {
    title: 'a reformat',
    build(t) {
      coveredUart(t);
      t.write(
        'src/uart.c',
        UART.replaceAll('    ', '\t')
          .replaceAll('return 0;', 'return 0;   ')
          .replaceAll('(++spin > LIMIT)', '( ++spin > LIMIT )'),
      );
      t.commit('reformat');
    },
  },
  '12-crlf-flip': {
    title: 'every line ending flipped to CRLF',
    build(t) {
      coveredUart(t);
      t.write('src/uart.c', UART.replaceAll('\n', '\r\n'));
      t.commit('crlf');
    },
  },
  '13-bom-added': {
    title: 'a byte-order mark added',
    build(t) {
      t.init();
      t.write('src/spi.c', SPI);
      t.commit('spi');
      t.cap({ 'src/spi.c': [...Object.entries(SPI_HITS).map(pair), [1, 2]] });
      t.write('src/spi.c', `\ufeff${SPI}`);
      t.commit('bom');
    },
  },
  '15-revert': {
    title: 'an edit and its revert: the credit returns',
    build(t) {
      coveredUart(t);
      t.sub('src/uart.c', 'u->dr = c;', 'u->dr = ~c;');
      t.commit('break');
      t.git('revert', '--no-edit', 'HEAD');
      t.tick();
    },
  },
  '17-squash-gc-edit': {
    title: 'an edit after the base commit was squashed away',
    build(t) {
      squashedUart(t);
      t.write('src/uart.c', `/* top */\n${t.read('src/uart.c')}`);
      t.sub('src/uart.c', 'return u->dr & 0xff;', 'return (u->dr >> 8) & 0xff;');
      t.commit('shift');
    },
  },
  '20-rename-base-gone': {
    title: 'a rename after the base commit was squashed away',
    build(t) {
      squashedUart(t);
      t.git('mv', 'src/uart.c', 'src/serial.c');
      t.commit('rename');
    },
  },
  '21-dirty-at-report': {
    title: 'edits nobody committed',
    build(t) {
      coveredUart(t);
      t.write('src/uart.c', `/* wip */\n${UART.replace('spin > LIMIT', 'spin > LIMIT / 2')}`);
    },
  },
  '23-supersede-same-board': {
    title: 'two sessions on one board',
    build(t) {
      t.init();
      t.write('src/uart.c', UART);
      t.commit('uart');
      t.cap({ 'src/uart.c': { 5: 1, 10: 1, 22: 4 } }, { at: '2026-02-01T10:00:00Z' });
      t.cap({ 'src/uart.c': { 5: 2, 10: 3 } }, { at: '2026-02-05T10:00:00Z' });
    },
  },
  '25-aging-exactly-n': {
    title: 'evidence exactly as old as allowed, to the second',
    today: '2026-03-03T10:00:00Z',
    build(t) {
      t.init();
      t.settings(settings('30d'));
      t.write('src/spi.c', SPI);
      t.commit('spi');
      t.cap({ 'src/spi.c': { ...SPI_HITS, 12: 0 } }, { at: '2026-02-01T10:00:00Z' });
    },
  },
  '27-blank-captured-at': {
    title: 'evidence without a date under a limit',
    build(t) {
      t.init();
      t.settings(settings('1d'));
      t.write('src/spi.c', SPI);
      t.commit('spi');
      t.cap({ 'src/spi.c': SPI_HITS }, { at: '' });
    },
  },
  '67-reproved-after-shift': {
    title: 'a lost line proved again five lines further down',
    build(t) {
      t.init();
      t.write('src/uart.c', UART);
      t.commit('uart');
      t.cap({ 'src/uart.c': { 15: 7 } }, { board: 'bench-1', at: '2026-02-01T10:00:00Z' });
      t.write('src/uart.c', filler(5) + UART.replace('u->dr = c;', 'u->dr = c & 0xff;'));
      t.commit('mask and header');
      t.cap({ 'src/uart.c': { 20: 4 } }, { board: 'bench-2', at: '2026-02-02T10:00:00Z' });
    },
  },
  '69-whitespace-tokens': {
    title: 'spacing that changes what the compiler reads',
    build(t) {
      t.init();
      t.write('m.c', '#define NEG (x)\nint f(int x, int y)\n{\n    return x - -y;\n}\n');
      t.commit('m');
      t.cap({ 'm.c': { 2: 1, 4: 9, 5: 9 } });
      t.write('m.c', '#define NEG(x)\nint f(int x, int y)\n{\n    return x --y;\n}\n');
      t.commit('spaces');
    },
  },
  '79-assume-unchanged': {
    title: 'an edit git was told not to see',
    build(t) {
      coveredUart(t);
      t.git('update-index', '--assume-unchanged', 'src/uart.c');
      t.sub('src/uart.c', 'u->dr = c;', 'u->dr = c & 0xff;');
    },
  },
  '83-golden': {
    title: 'half a year at once',
    today: '2026-07-01T00:00:00Z',
    build(t) {
      t.init();
      t.settings(
        '[coverage.tiers.system]\nkind = "e2e"\nprecedence = 1\n\n' +
          '[coverage.tiers.bench]\nkind = "manual"\nprecedence = 2\nmax_age = "90d"\n\n' +
          '[coverage.tiers.field]\nkind = "manual"\nprecedence = 3\n',
      );
      t.write('src/uart.c', UART);
      t.write('src/spi.c', SPI);
      t.write('src/old.c', filler(12));
      t.commit('v1');
      t.cap(
        { 'src/uart.c': UART_HITS, 'src/old.c': { 3: 1, 9: 2 } },
        { tier: 'bench', board: 'rack1', at: '2026-01-10T09:00:00Z' },
      );
      t.cap(
        { 'src/spi.c': SPI_HITS },
        { tier: 'field', board: 'van', ticket: 'PROJ-2', at: '2026-02-10T09:00:00Z' },
      );
      t.write('src/uart.c', UART.replaceAll('    ', '\t'));
      t.git('mv', 'src/spi.c', 'src/spi_bus.c');
      t.commit('v2 reformat and rename');
      t.sub('src/uart.c', 'u->dr = c;', 'u->dr = c & 0xff;');
      t.git('rm', '-q', 'src/old.c');
      t.commit('v3 edit and delete');
      t.cap(
        { 'src/uart.c': { 15: 2, 16: 2 }, 'src/spi_bus.c': { 10: 1 } },
        { tier: 'bench', board: 'rack2', ticket: 'PROJ-3', at: '2026-06-01T09:00:00Z' },
      );
      t.write('src/uart.c', `/* v4 */\n${t.read('src/uart.c')}`);
    },
  },
};

function pair([line, count]: [string, number]): [number, number] {
  return [Number(line), count];
}
