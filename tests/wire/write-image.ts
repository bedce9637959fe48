import type { DumpedObject } from './write-dump.js';

export function nuttxDump(objects: readonly DumpedObject[]): string {
  return objects
    .map(({ path, bytes }) => {
      const rows =
        Buffer.from(bytes)
          .toString('hex')
          .toUpperCase()
          .match(/.{1,128}/g) ?? [];
      const sum = bytes.reduce((total, byte) => (total + byte) % 65536, 0);
      const printed = sum === 0 ? '0' : `0x${sum.toString(16)}`;
      return (
        `gcov start filename:${path} size: ${bytes.length}Byte\n${rows.join('\n')}\n` +
        `gcov end filename:${path} checksum: ${printed}\n`
      );
    })
    .join('');
}

export function oldRtemsDump(objects: readonly DumpedObject[]): string {
  return objects
    .map(({ path, bytes }) => `Emitting gcda bytes for ${path}\n${hexOf(bytes)}\n`)
    .join('');
}

export function nxpDump(objects: readonly DumpedObject[]): string {
  return objects
    .map(({ path, bytes }) => {
      const rows = hexOf(bytes).match(/.{1,8}/g) ?? [];
      const lines = rows.map((row) => `GCOV_D:${row.replace(/../g, ' $&')}\n`);
      return `GCOV_H: file=${path}\n${lines.join('')}\n`;
    })
    .join('');
}

export function nucleiDump(objects: readonly DumpedObject[]): string {
  const lines = objects.map(({ path, bytes }) => `${hexOf(bytes)}\nCREATE: ${path}\n`);
  return `Dump coverage data start\n${lines.join('')}Dump coverage data finish\n`;
}

/** Length bytes as embedded-gcov writes them, or as they were meant. */
export function nasaBinary(objects: readonly DumpedObject[], isMended = false): Buffer {
  const parts = objects.flatMap(({ path, bytes }) => {
    const { length } = bytes;
    const third = Math.floor(length / (isMended ? 256 : 255));
    const field = [Math.floor(length / 0x1000000), Math.floor(length / 0x10000), third, length];
    return [Buffer.from(`${path}\0`, 'latin1'), Buffer.from(field.map((n) => n & 0xff)), bytes];
  });
  return Buffer.concat([...parts, Buffer.from('Gcov End\0')]);
}

export function zephyrBlock(objects: readonly DumpedObject[]): Buffer {
  const records = objects.map(({ path, bytes }) => {
    const name = Buffer.from(`${path}\0`, 'latin1');
    const fill = Buffer.alloc((4 - ((name.length + bytes.length) % 4)) % 4);
    return Buffer.concat([words(name.length, bytes.length), name, bytes, fill]);
  });
  const used = records.reduce((sum, record) => sum + record.length, 16);
  return Buffer.concat([words(0x564f435a, 1, objects.length, used), ...records]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index);
  return bytes;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
