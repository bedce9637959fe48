import type { DumpFormat } from './dump-format.js';
import { framedFormat } from './framed-format.js';
import { hexdumpFormat } from './hexdump-format.js';
import { IMAGE_FORMATS } from './image-formats.js';
import { STREAM_FORMATS } from './stream-formats.js';
import { zephyrFormat } from './zephyr-format.js';

/** Every console format that is read, in the order a line is offered to them. */
export const DUMP_FORMATS: readonly DumpFormat[] = [
  framedFormat,
  hexdumpFormat,
  zephyrFormat,
  ...STREAM_FORMATS,
  ...IMAGE_FORMATS,
];
