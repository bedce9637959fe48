import { describe, expect, test } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import { packageRoot } from '../../src/base/package-root.js';
import type { Board } from '../../src/board/board.js';
import { parseBoard } from '../../src/board/parse-board.js';

const SOURCE = { name: 'b', file: 'b.toml', origin: 'user', projectRoot: '/fw' } as const;

function parse(text: string): Board {
  return parseBoard(text, SOURCE);
}

function why(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof BenchError && error.code === 'BAD_BOARD_FILE') return error.why ?? '';
    throw error;
  }
  throw new Error('it was accepted');
}

test('the smallest profile is a port; the rest has defaults', () => {
  const board = parse('[console]\nport = "serial:/dev/ttyACM0"\n');
  expect(board.console).toEqual({
    port: 'serial:/dev/ttyACM0',
    baud: 115200,
    dataBits: 8,
    stopBits: 1,
    parity: 'none',
    flowControl: 'none',
    dtr: null,
    rts: null,
    hangupOnClose: false,
    newline: '\r',
    prompt: null,
    settleMs: 0,
    isRemoteAllowed: false,
  });
  expect(board).toMatchObject({ dump: null, memory: null, zero: null, labs: [], elf: null });
});

test('paths start at the project root or in the package', () => {
  const board = parse(
    '[memory]\ngdb = "unix:g.sock"\n[image]\nelf = "out/fw.elf"\n' +
      '[build]\nnotes = ["/abs", "package:boards/sim"]\n[build.path_map]\n"/a b" = "."\n',
  );
  expect(board.elf).toBe('/fw/out/fw.elf');
  expect(board.notes).toEqual(['/abs', `${packageRoot()}/boards/sim`]);
  expect(board.pathMap).toEqual([{ from: '/a b', to: '.' }]);
});

describe('a mistake is named with its place and what would be right', () => {
  test('unknown key', () => {
    expect(why('[console]\nport = "sim:"\n  boud = 9600\n')).toBe(
      'b.toml:3:3: unknown key "boud" in [console]: did you mean "baud"?\n3 |   boud = 9600',
    );
  });

  test('unknown table far from any name', () => {
    expect(why('[console]\nport = "sim:"\n[flux-capacitor]\na = 1\n')).toBe(
      'b.toml:3:1: unknown key "flux-capacitor"; known are display_name, labs, ticket, console, ' +
        'dump, linux, memory, image, build, zero\n3 | [flux-capacitor]',
    );
  });

  test('wrong type', () => {
    expect(why('[console]\nport = "sim:"\nbaud = "fast"\n')).toBe(
      'b.toml:3:8: "console.baud" is not valid: expected number, received string\n3 | baud = "fast"',
    );
  });

  test('value out of range', () => {
    expect(why('[console]\nport = "sim:"\nbaud = 0\n')).toBe(
      'b.toml:3:8: "console.baud" is out of range: expected number to be >=50\n3 | baud = 0',
    );
  });

  test('word that is not a choice', () => {
    expect(why('[console]\nport = "sim:"\nparity = "evn"\n')).toBe(
      'b.toml:3:10: "console.parity" is not valid: expected one of ' +
        '"none"|"even"|"odd"|"mark"|"space"\n3 | parity = "evn"',
    );
  });

  test('port of no known form', () => {
    expect(why('console.port = "usb0"\n')).toBe(
      'b.toml:1:16: "console.port" must be serial:/dev/NODE, tcp:HOST:PORT, telnet:HOST:PORT, unix:PATH, ' +
        'exec:COMMAND, replay:FILE[?speed=…] or sim:\n1 | console.port = "usb0"',
    );
  });

  test('missing key', () => {
    expect(why('[console]\nport = "sim:"\n[dump]\nidle_timeout_ms = 5\n')).toBe(
      'b.toml:3:1: "command" is missing in [dump]\n3 | [dump]',
    );
  });

  test('element of an array', () => {
    expect(why('labs = ["a",\n  7]\n[console]\nport = "sim:"\n')).toBe(
      'b.toml:2:3: "labs.1" is not valid: expected string, received number\n2 |   7]',
    );
  });

  test('broken ticket pattern', () => {
    expect(why('ticket = "FW-["\n[console]\nport = "sim:"\n')).toBe(
      'b.toml:1:10: "ticket" is not a regular expression\n1 | ticket = "FW-["',
    );
  });

  test('nothing to connect to', () => {
    expect(why('labs = []\n')).toBe(
      'b.toml:1:1: needs a [console] or a [memory] table: there is no way to reach the board\n' +
        '1 | labs = []',
    );
  });

  test('zero through a table that is not there', () => {
    const memory = (keys: string): string => why(`[memory]\n${keys}\n`);
    expect(memory('attach = 1')).toContain('"memory" needs source = "…" or gdb = "…"');
    expect(memory('source = "sim:"\ngdb = "unix:a"')).toContain(
      '"memory.gdb" cannot be used together with "source"',
    );
    expect(memory('source = "mi:"\nserver = "openocd"')).toContain(
      '"memory.server" makes no sense for mi:',
    );
    expect(memory('source = "paste:gdb"\nattach = 1')).toContain(
      '"memory.attach" is for a GDB server',
    );
    expect(memory('source = "paste:gdb"\n[zero]\nmemory = true')).toContain(
      '"zero.memory" makes no sense where memory is only read (paste:)',
    );
    expect(why('[console]\nport = "sim:"\n[zero]\nmemory = true\n')).toBe(
      'b.toml:4:10: "zero.memory" needs a [memory] table to write through\n4 | memory = true',
    );
  });

  test('all mistakes at once, in the order of the file', () => {
    const places = why('[dump]\ncomand = "n"\n[console]\nport = 1\nbaud = 1\n')
      .split('\n')
      .filter((line) => line.startsWith('b.toml'));
    expect(places).toEqual([
      'b.toml:1:1: "command" is missing in [dump]',
      'b.toml:2:1: unknown key "comand" in [dump]: did you mean "command"?',
      'b.toml:4:8: "console.port" is not valid: expected string, received number',
      'b.toml:5:8: "console.baud" is out of range: expected number to be >=50',
    ]);
  });

  test('escape sequences of the file are not passed on', () => {
    expect(why('"\\u001b[31m" = 1\n')).not.toContain('\u001b');
  });
});
