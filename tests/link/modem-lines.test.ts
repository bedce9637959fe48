import { SerialPortMock } from 'serialport';
import { afterEach, expect, test, vi } from 'vitest';
import { createLink } from '../../src/link/create-link.js';

vi.mock('serialport', async (original) => {
  const real = await original<object & { SerialPortMock: typeof SerialPortMock }>();
  return { ...real, SerialPort: real.SerialPortMock };
});

const never = new AbortController().signal;
const { binding } = SerialPortMock;

afterEach(() => {
  vi.restoreAllMocks();
  binding.reset();
});

test('a port is opened locked, and its lines stay up when it closes', async () => {
  const open = vi.spyOn(binding, 'open');
  binding.createPort('/dev/mock');
  const link = createLink('serial:/dev/mock', { baseFolder: '/', baud: 250_000 });
  await link.open(never);
  expect(open.mock.calls[0]?.[0]).toMatchObject({
    path: '/dev/mock',
    baudRate: 250_000,
    hupcl: false,
  });
  expect(open.mock.calls[0]?.[0]).not.toHaveProperty('lock', false);
  await link.close();
});

test('without dtr and rts in the profile no line is touched', async () => {
  binding.createPort('/dev/mock');
  const set = vi.spyOn(SerialPortMock.prototype, 'set');
  const link = createLink('serial:/dev/mock', { baseFolder: '/' });
  await link.open(never);
  expect(set).not.toHaveBeenCalled();
  await link.close();
});

test.each([
  [{ dtr: false }, { dtr: false, rts: true, brk: false }],
  [{ rts: false }, { dtr: true, rts: false, brk: false }],
  [
    { dtr: false, rts: false },
    { dtr: false, rts: false, brk: false },
  ],
])('%j names every line, since each that is not named would be reset', async (lines, wanted) => {
  binding.createPort('/dev/mock');
  const set = vi.spyOn(SerialPortMock.prototype, 'set');
  const link = createLink('serial:/dev/mock', { baseFolder: '/', ...lines });
  await link.open(never);
  expect(set.mock.calls.map(([flags]) => flags)).toEqual([wanted]);
  await link.close();
});

test('a break is held for a moment, keeps the other lines, and is always let go', async () => {
  binding.createPort('/dev/mock');
  const set = vi.spyOn(SerialPortMock.prototype, 'set');
  const link = createLink('serial:/dev/mock', { baseFolder: '/', dtr: false });
  await link.open(never);
  set.mockClear();
  await link.sendBreak?.(never);
  const stop = new AbortController();
  const cut = link.sendBreak?.(stop.signal);
  setTimeout(() => stop.abort(), 20);
  await expect(cut).rejects.toMatchObject({ code: 'CANCELLED' });
  const on = { dtr: false, rts: true, brk: true };
  const off = { dtr: false, rts: true, brk: false };
  expect(set.mock.calls.map(([flags]) => flags)).toEqual([on, off, on, off]);
  await link.close();
});
