import type { DumpFormat } from './dump-format.js';
import { readFrames } from './framed-line.js';
import { FramedReader } from './framed-reader.js';

export const FRAMED_NAME = 'framed dump';

/**
 * What `boards/runtime/otto_cov.c` sends: the list of objects, their images in pieces and an end, a
 * checksum in every line and one over every image. Any of its lines opens a dump.
 */
export const framedFormat: DumpFormat = {
  name: FRAMED_NAME,
  open(line, { source }) {
    const { frames, damaged } = readFrames(line.text);
    const opens = frames.some(({ kind }) => kind !== 'answer' && kind !== 'zeroed');
    // A damaged line is one that was lost: it has to be noticed, not skipped.
    if (!opens && damaged === 0) return null;
    const reader = new FramedReader(FRAMED_NAME, source, line);
    return { reader, role: reader.take(line) };
  },
  isStart: (text) => readFrames(text).frames.some(({ kind }) => kind === 'begin'),
  mayOpen: (unfinished) => unfinished.includes('@c') || unfinished.endsWith('@'),
};
