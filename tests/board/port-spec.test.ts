import { expect, test } from 'vitest';
import { isLoopback, parseMemorySpec, parsePortSpec } from '../../src/board/port-spec.js';

test.each([
  ['serial:/dev/ttyACM0', { kind: 'serial', path: '/dev/ttyACM0' }],
  ['/dev/ttyUSB1', { kind: 'serial', path: '/dev/ttyUSB1' }],
  ['COM10', { kind: 'serial', path: 'COM10' }],
  ['tcp:localhost:5555', { kind: 'tcp', host: 'localhost', port: 5555 }],
  ['tcp:[::1]:1', { kind: 'tcp', host: '::1', port: 1 }],
  ['unix:a b.sock', { kind: 'unix', path: 'a b.sock' }],
  ['exec:cat | tee x:y', { kind: 'exec', command: 'cat | tee x:y' }],
  ['telnet:[::1]:23', { kind: 'telnet', host: '::1', port: 23 }],
  ['telnet:localhost', null],
  ['replay:log.txt', { kind: 'replay', file: 'log.txt', pace: { by: 'max' } }],
  ['replay:a?speed=max', { kind: 'replay', file: 'a', pace: { by: 'max' } }],
  ['replay:a?speed=original', { kind: 'replay', file: 'a', pace: { by: 'recording', factor: 1 } }],
  ['replay:a?speed=2.5x', { kind: 'replay', file: 'a', pace: { by: 'recording', factor: 2.5 } }],
  ['replay:a?speed=115200', { kind: 'replay', file: 'a', pace: { by: 'baud', baud: 115200 } }],
  ['replay:a?speed=0x', null],
  ['replay:a?speed=fast', null],
  ['replay:?speed=max', null],
  ['sim:', { kind: 'sim', name: '' }],
  ['tcp:localhost', null],
  ['tcp:localhost:0', null],
  ['tcp:localhost:65536', null],
  ['tcp::1', null],
  ['unix:', null],
  ['usb:1', null],
  ['ttyUSB0', null],
])('port %s', (text, spec) => {
  expect(parsePortSpec(text)).toEqual(spec);
});

test.each([
  ['ram:a.bin@0x20000000', [{ file: 'a.bin', address: 0x20000000 }]],
  [
    'ram:a,b@0x1.bin@0x10,c@32',
    [
      { file: 'a,b@0x1.bin', address: 0x10 },
      { file: 'c', address: 32 },
    ],
  ],
])('memory %s', (text, files) => {
  expect(parseMemorySpec(text)).toEqual({ kind: 'ram', files });
});

test.each([
  ['serial:/dev/ttyBmpGdb', { kind: 'serial', path: '/dev/ttyBmpGdb' }],
  ['mi:', { kind: 'mi', path: null }],
  ['mi:/dev/pts/7', { kind: 'mi', path: '/dev/pts/7' }],
  ['openocd:localhost:6666', { kind: 'openocd', host: 'localhost', port: 6666 }],
  ['paste:jlink', { kind: 'paste', debugger: 'jlink', folder: null }],
  ['paste:gdb:C:\\tmp', { kind: 'paste', debugger: 'gdb', folder: 'C:\\tmp' }],
])('memory %s', (text, spec) => {
  expect(parseMemorySpec(text)).toEqual(spec);
});

test.each(
  [
    ['ram:a.bin', 'ram:a@0x1,', 'ram:a@0x1,b', 'exec:gdb', 'replay:a.log'],
    ['openocd:', 'openocd:localhost', 'openocd:localhost:0', 'paste:', 'paste:trace32'],
  ].flat(),
)('memory %s is refused', (text) => {
  expect(parseMemorySpec(text)).toBeNull();
});

test('only addresses of this machine are loopback', () => {
  expect(['localhost', '127.0.0.1', '127.9.9.9', '::1'].every(isLoopback)).toBe(true);
  expect(['10.0.0.1', 'localhost.evil.org', '127.0.0.1.org', '0.0.0.0'].some(isLoopback)).toBe(
    false,
  );
});
