// Started by journal.test.ts and killed in the middle: appends events and says each number after it.
import { writeSync } from 'node:fs';
import { openJournal } from '../../src/session/journal.js';

const { journal } = openJournal(process.argv[2] ?? '');
for (let count = 0; count < 100_000; count += 1) {
  journal.append({ type: 'marked', at: '2026-11-30T14:07:00Z', note: String(count) });
  writeSync(1, `${count}\n`);
}
