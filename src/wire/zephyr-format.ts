import type { DumpFormat } from './dump-format.js';
import { mayHoldMarker } from './marker-start.js';
import { cutRecords, startsWithMagic } from './zephyr-records.js';
import { ZEPHYR_END, ZEPHYR_START, ZephyrReader } from './zephyr-reader.js';

const NAME = 'zephyr dump';

/**
 * Zephyr's console dump (subsys/testsuite/coverage/coverage.c) and the ports that use its markers:
 * between a start and an end line, one line per object, `*<file><<hex>`; the hex is spaced up to
 * Zephyr 3.5 and packed since, the start line may carry a tag.
 */
export const zephyrFormat: DumpFormat = {
  name: NAME,
  open(line, { source }) {
    const hasStart = line.text.includes(ZEPHYR_START);
    // A log whose head is lost starts in the middle of a dump: that has to be noticed, not skipped.
    const isTail = line.text.includes(ZEPHYR_END) || hasImageRecord(line.text);
    if (!hasStart && !isTail) return null;
    const reader = new ZephyrReader(NAME, source, line, hasStart);
    return { reader, role: hasStart ? 'payload' : reader.take(line) };
  },
  isStart: (text) => text.includes(ZEPHYR_START),
  mayOpen(unfinished) {
    return mayHoldMarker(unfinished, ZEPHYR_START) || mayHoldMarker(unfinished, ZEPHYR_END);
  },
};

/** A record that starts as a `.gcda` image does. */
function hasImageRecord(text: string): boolean {
  return cutRecords(text).records.some(({ content }) => startsWithMagic(content));
}
