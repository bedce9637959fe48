import type { Notes } from './notes.js';
import { sourcePath } from './source-path.js';

/** One source of a notes file under a name that can be made in an empty folder. */
export interface RenamedSource {
  /** As gcov would print it. */
  readonly path: string;
  /** The name in the changed notes. */
  readonly name: string;
  /** The last line the notes speak of. */
  readonly lastLine: number;
}

export interface RenamedNotes {
  readonly bytes: Uint8Array;
  readonly sources: readonly RenamedSource[];
}

/**
 * Gives every source of a notes file a short name without folders. A gcov that prints text opens the
 * sources and prints no further than they go; under such names it opens blank ones of ours, whatever
 * lies where the build was. Strings keep their size, so nothing else moves. For layouts that count
 * in words (before GCC 12, clang); null when a name cannot be replaced.
 */
export function renameSources(bytes: Uint8Array, notes: Notes): RenamedNotes | null {
  const copy = Buffer.from(bytes);
  const lastLines = findLastLines(notes);
  const byPath = new Map<string, RenamedSource>();
  for (const [index, source] of notes.sources.entries()) {
    const path = sourcePath(source);
    const lastLine = lastLines[index] ?? 1;
    // Two spellings of one source are one to gcov, so they must stay one.
    const before = byPath.get(path);
    const name = before?.name ?? `s${byPath.size.toString(36)}`;
    byPath.set(path, { path, name, lastLine: Math.max(lastLine, before?.lastLine ?? 1) });
    if (!replaceText(copy, source, name)) return null;
  }
  return { bytes: copy, sources: [...byPath.values()] };
}

function findLastLines(notes: Notes): readonly number[] {
  const last: number[] = notes.sources.map(() => 1);
  const reach = (source: number, line: number): void => {
    last[source] = Math.max(last[source] ?? 1, line);
  };
  for (const entry of notes.functions) {
    reach(entry.source, Math.max(entry.startLine, entry.endLine));
    const { source, firstLine, lines } = entry.locations;
    for (let at = entry.firstLocation; at < entry.endLocation; at += 1) {
      const end = firstLine[at + 1] ?? lines.length;
      for (let index = firstLine[at] ?? end; index < end; index += 1) {
        reach(source[at] ?? 0, lines[index] ?? 1);
      }
    }
  }
  return last;
}

/** Replaces a string of the format wherever it stands; false when it does not or is too short. */
function replaceText(bytes: Buffer, text: string, name: string): boolean {
  const before = encode(bytes, text);
  if (name.length > before.length - 5) return false;
  const after = Buffer.alloc(before.length);
  before.copy(after, 0, 0, 4);
  after.write(name, 4, 'latin1');
  let at = bytes.indexOf(before);
  if (at < 0) return false;
  for (; at >= 0; at = bytes.indexOf(before, at + before.length)) after.copy(bytes, at);
  return true;
}

/** Length in words, the text, and one to four zero bytes. */
function encode(file: Buffer, text: string): Buffer {
  const raw = Buffer.from(text, 'utf8');
  const words = (raw.length >> 2) + 1;
  const encoded = Buffer.alloc(4 + words * 4);
  // "oncg" is the magic of a little-endian file.
  if (file[0] === 0x6f) encoded.writeUInt32LE(words);
  else encoded.writeUInt32BE(words);
  raw.copy(encoded, 4);
  return encoded;
}
