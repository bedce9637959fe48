import fc from 'fast-check';
import { expect, test } from 'vitest';
import { miField, miMemory, parseMiRecord } from '../../src/link/mi-record.js';

test('records of gdb 13.1 are taken apart', () => {
  expect(parseMiRecord('3^error,msg="Unable to read memory."')).toEqual({
    token: 3,
    kind: '^',
    name: 'error',
    rest: 'msg="Unable to read memory."',
  });
  expect(parseMiRecord('*running,thread-id="all"')).toMatchObject({ token: null, name: 'running' });
  expect(parseMiRecord('^done')).toMatchObject({ name: 'done', rest: '' });
  expect(parseMiRecord('~"Continuing.\\n"')).toMatchObject({ kind: '~', name: '' });
  expect(parseMiRecord('(gdb) ')).toBeNull();
  expect(parseMiRecord('target output ^done')).toBeNull();
});

test('a field is found by its whole name, with its escapes undone', () => {
  const rest = 'reason="signal-received",signal-name="SIGINT",msg="a \\"b\\"\\nc \\\\"';
  expect(miField(rest, 'name')).toBeNull();
  expect(miField(rest, 'signal-name')).toBe('SIGINT');
  expect(miField(rest, 'msg')).toBe('a "b"\nc \\');
  expect(miField('threads=[{id="1",state="stopped"}]', 'state')).toBe('stopped');
});

test('memory comes in pieces where gdb could not read all of it', () => {
  const piece = (begin: string, contents: string): string =>
    `{begin="${begin}",offset="0x00000000",end="0x20000004",contents="${contents}"}`;
  const rest = `memory=[${piece('0x20000000', '2a32')},${piece('0x20000003', '42')}]`;
  expect(miMemory(rest)).toEqual([
    { address: 0x20000000, bytes: Buffer.from([0x2a, 0x32]) },
    { address: 0x20000003, bytes: Buffer.from([0x42]) },
  ]);
});

test('any line is taken apart or passed over', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (line) => {
      const record = parseMiRecord(line);
      if (record) miField(record.rest, 'msg');
      miMemory(line);
    }),
  );
});
