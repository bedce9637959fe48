import { hexdump, zephyrDump, type DumpedObject } from './write-dump.js';
import {
  nasaBinary,
  nucleiDump,
  nuttxDump,
  nxpDump,
  oldRtemsDump,
  zephyrBlock,
} from './write-image.js';
import {
  base64Stream,
  gcfnStream,
  hexStream,
  letterStream,
  rtemsDump,
  swappedStream,
  unikraftDump,
} from './write-stream.js';

export interface WrittenFormat {
  readonly name: string;
  /** The name its reader gives it. */
  readonly format: string;
  readonly isText: boolean;
  readonly write: (objects: readonly DumpedObject[]) => Buffer;
}

function text(
  name: string,
  format: string,
  write: (objects: readonly DumpedObject[]) => string,
): WrittenFormat {
  return { name, format, isText: true, write: (all) => Buffer.from(write(all), 'latin1') };
}

function binary(
  name: string,
  format: string,
  write: (objects: readonly DumpedObject[]) => Buffer,
): WrittenFormat {
  return { name, format, isText: false, write };
}

/** A writer for every dump that is read. */
export const EVERY_FORMAT: readonly WrittenFormat[] = [
  text('a hexdump', 'embedded-gcov hexdump', hexdump),
  text('a Zephyr dump', 'zephyr dump', (all) => zephyrDump(all)),
  text('a spaced Zephyr dump', 'zephyr dump', (all) => zephyrDump(all, ' ')),
  text('an RTEMS dump', 'gcfn stream in base64', rtemsDump),
  text('a stream in base64', 'gcfn stream in base64', base64Stream),
  text('a Unikraft dump', 'gcfn stream in nibble-swapped hex', unikraftDump),
  text('a stream in nibble-swapped hex', 'gcfn stream in nibble-swapped hex', swappedStream),
  text('a stream in hex', 'gcfn stream in hex', hexStream),
  text('a stream in letters', 'gcfn stream in letters', letterStream),
  text('a NuttX dump', 'nuttx dump', nuttxDump),
  text('an old RTEMS dump', 'old rtems dump', oldRtemsDump),
  text('an NXP dump', 'nxp system manager dump', nxpDump),
  text('a Nuclei dump', 'nuclei dump', nucleiDump),
  binary('a binary stream', 'binary gcfn stream', gcfnStream),
  binary('a NASA block', 'embedded-gcov binary block', (all) => nasaBinary(all)),
  binary('a mended NASA block', 'embedded-gcov binary block', (all) => nasaBinary(all, true)),
  binary('a Zephyr block', 'zephyr shared memory', zephyrBlock),
];
