import type { BinaryFormat } from './binary-format.js';
import { gcfnBinaryFormat } from './gcfn-binary.js';
import { nasaBinaryFormat } from './nasa-binary.js';
import { zephyrBlockFormat } from './zephyr-block.js';

/** Every binary format that is read. */
export const BINARY_FORMATS: readonly BinaryFormat[] = [
  nasaBinaryFormat,
  gcfnBinaryFormat,
  zephyrBlockFormat,
];
