import { BenchError } from '../base/bench-error.js';

/** What a source file is: counters, an LCOV tracefile, or something a dump is found in. */
export type SourceKind = 'data' | 'tracefile' | 'dump';

const DATA_MAGIC = ['adcg', 'gcda'];
const NOTES_MAGIC = ['oncg', 'gcno'];
const ELF_MAGIC = '\u007fELF';

/**
 * Tells what a file is from its first bytes, never from its name.
 * Errors: USAGE for a notes file or an ELF, which are named with other options.
 */
export function sourceKind(head: Uint8Array, name: string): SourceKind {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  const magic = text.slice(0, 4);
  if (DATA_MAGIC.includes(magic)) return 'data';
  if (NOTES_MAGIC.includes(magic)) {
    throw new BenchError('USAGE', `${name} is a notes file, which holds no counters`, {
      hints: ['name its folder with --notes, and the .gcda file or log as the source'],
    });
  }
  if (magic === ELF_MAGIC) {
    throw new BenchError('USAGE', `${name} is an ELF file, which holds no counters`, {
      hints: ['name it with --elf, and a log, .gcda file or RAM image as the source'],
    });
  }
  return isTracefile(text) ? 'tracefile' : 'dump';
}

/** LCOV: comments and blank lines, perhaps a test name, then the first source file. */
function isTracefile(text: string): boolean {
  const lines = text
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split(/\r?\n/)
    .map((line) => line.trim());
  for (const line of lines) {
    if (/^(TN:|VER:)/.test(line) || line === '' || line.startsWith('#')) continue;
    return /^(SF:|DA:|FN:|FNL:)/.test(line);
  }
  return lines.some((line) => line.startsWith('TN:'));
}
