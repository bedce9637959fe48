import { describe, expect, it } from 'vitest';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { PUMP, VALVE } from './sample-objects.js';
import { hexdump, withLineEnds, zephyrDump } from './write-dump.js';

const DUMPS: readonly [string, string][] = [
  ['a hexdump', hexdump([PUMP, VALVE])],
  ['a packed Zephyr dump', zephyrDump([PUMP, VALVE])],
  ['a spaced Zephyr dump', zephyrDump([PUMP, VALVE], ' ')],
];

function expectWhole(text: string): void {
  const result = decodeDump(Buffer.from(text, 'latin1'), 'log');
  expect(result.objects.map(({ path, status, reason }) => ({ path, status, reason }))).toEqual(
    [PUMP, VALVE].map(({ path }) => ({ path, status: 'ok', reason: undefined })),
  );
  expect(result.objects.map(({ bytes }) => Buffer.from(bytes))).toEqual(
    [PUMP, VALVE].map(({ bytes }) => Buffer.from(bytes)),
  );
  expect(result).toMatchObject({ isComplete: true, warnings: [] });
}

/** Each line put in front by what `prefix` says for its index. */
function prefixed(text: string, prefix: (index: number) => string): string {
  return text
    .split('\n')
    .map((line, index) => prefix(index) + line)
    .join('\n');
}

describe.each(DUMPS)('%s is read through', (_, dump) => {
  it.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR CR LF', '\r\r\n'],
    ['a lone CR', '\r'],
  ])('line ends of %s', (__, lineEnd) => expectWhole(withLineEnds(dump, lineEnd)));

  it('a byte order mark, NULs and flow control bytes', () => {
    const text = `\u00ef\u00bb\u00bf\u0000\u0000${dump}`;
    expectWhole(text.replaceAll('6', '\u00116\u0000').replaceAll('a', 'a\u0013'));
  });

  it('echo and prompt on the first line and behind the last', () => {
    expectWhole(`boot ok\r\nrig> n${dump}rig> `);
    expectWhole(`rig> n\r\n${dump}rig> `);
  });

  it('escape sequences of every kind', () => {
    const lines = dump.split('\n').map((line) => `\u001b[32m${line}\u001b[0m\u001b[K`);
    expectWhole(
      `\u001b]0;board - tio\u0007\u001b[?2004h${lines.join('\r\n')}\u001b7\u001b[2D\u001b[J`,
    );
  });

  it.each([
    [
      'Zephyr time stamps',
      (index: number) => `[00:00:0${index % 10}.12${index % 7},456] <inf> cov: `,
    ],
    ['terminal time stamps', (index: number) => `[12:3${index % 6}:56.789] `],
    ['ESP log levels', (index: number) => `I (${1000 + index * 97}) gcov: `],
    ['a port name', () => 'ttyACM0: '],
    [
      'Renode',
      (index: number) =>
        `12:34:${10 + (index % 50)}.7890 [INFO] uart0: [host: ${index}.2s (+${index}ms)|virt: 1.${index}s (+0s)] `,
    ],
    ['ts(1)', (index: number) => `Nov 30 12:00:${10 + (index % 40)} `],
  ])('the prefix of %s', (__, prefix) => expectWhole(prefixed(dump, prefix)));

  it('a prefix that follows an echo on the first line only', () => {
    const lines = dump.trimStart().split('\n');
    const text = lines.map((line, index) => `[${index}.5] ${index === 0 ? 'rig> n ' : ''}${line}`);
    expectWhole(text.join('\r\n'));
  });

  it('log lines between its lines', () => {
    const lines = dump.split('\n');
    const text = lines.map((line, index) =>
      index > 1 && index < lines.length - 3
        ? `${line}\n\u001b[33m[00:00:07.123,456] <wrn> net: link is down\u001b[0m`
        : line,
    );
    expectWhole(text.join('\n'));
  });
});

describe('a Zephyr dump folded by a terminal', () => {
  it.each([30, 40, 80, 120])('at %i columns is joined again', (columns) => {
    for (const separator of ['', ' '] as const) {
      const dump = zephyrDump([PUMP, VALVE], separator);
      expectWhole(dump.replace(new RegExp(`(.{${columns}})(?=.)`, 'g'), '$1\r\n'));
    }
  });

  it('with a log line cut in is joined around it', () => {
    const dump = zephyrDump([PUMP, VALVE]);
    const at = dump.indexOf('<') + 51;
    expectWhole(`${dump.slice(0, at)}\r\n<inf> net: link is up\r\n${dump.slice(at)}`);
  });
});

describe('glued lines', () => {
  it('of a Zephyr dump are taken apart at its markers', () => {
    const dump = zephyrDump([PUMP, VALVE]);
    expectWhole(dump.replace(`\n*${VALVE.path}`, `*${VALVE.path}`));
    expectWhole(dump.replace('\nGCOV_COVERAGE_DUMP_END', 'GCOV_COVERAGE_DUMP_END'));
  });
});
