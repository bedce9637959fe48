import { expect, test } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import { readToml } from '../../src/settings/read-toml.js';

function refusal(text: string): BenchError {
  try {
    readToml(text, 'bench.toml', 'BAD_BOARD_FILE');
  } catch (error) {
    if (error instanceof BenchError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

test('a document becomes plain tables', () => {
  expect(readToml('a = 1\n[b]\nc = ["x"]\n', 'f.toml', 'BAD_SETTINGS')).toEqual({
    a: 1,
    b: { c: ['x'] },
  });
});

test('a byte order mark and CRLF line ends are taken', () => {
  expect(readToml('\ufeffa = "1"\r\nb = 2\r\n', 'f.toml', 'BAD_SETTINGS')).toEqual({
    a: '1',
    b: 2,
  });
});

test('a broken line is refused with file, line, column and the line itself', () => {
  const error = refusal('a = 1\nport = serial:/dev/ttyACM0\n');
  expect(error.code).toBe('BAD_BOARD_FILE');
  expect(error.message).toBe('bench.toml is not valid TOML');
  expect(error.why).toBe('bench.toml:2:8: invalid value\n2 | port = serial:/dev/ttyACM0');
});

test('a key given twice is refused where it stands', () => {
  expect(refusal('[console]\nbaud = 1\nbaud = 2\n').why).toMatch(
    /^bench\.toml:3:\d+: .*redefin.*\n3 \| baud = 2$/,
  );
});

test('keys that would reach into objects are refused', () => {
  expect(refusal('__proto__ = 1\n').why).toContain('bench.toml:1:');
});

test('endless nesting ends in a refusal, not in a crash', () => {
  expect(refusal(`a = ${'['.repeat(5000)}`).code).toBe('BAD_BOARD_FILE');
});

test('escape sequences in the quoted line are not passed on', () => {
  expect(refusal('a = \u001b[31m\n').why).not.toContain('\u001b');
});
