import { BenchError } from '../base/bench-error.js';
import { decodePath } from './git-path.js';
import { parseHunks, type Hunk } from './parse-hunks.js';

/** What a diff says of one file. Paths are as git printed them, decoded by `decodePath`. */
export interface FileDiff {
  /** `M` changed, `A` added, `D` deleted, `R` renamed, `C` copied, `T` another type, `U` unmerged. */
  readonly status: string;
  readonly oldPath: string;
  readonly newPath: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  /** All zeros when the new side is the working tree. */
  readonly newId: string;
  /** Ascending; empty when only the mode, the name or spacing changed. */
  readonly hunks: readonly Hunk[];
  /** Git compared the file as bytes and gave no hunks. */
  readonly isBinary: boolean;
}

interface RawEntry extends Omit<FileDiff, 'hunks' | 'isBinary'> {
  readonly oldName: Buffer;
  readonly newName: Buffer;
}

/**
 * Reads the output of a diff made with `DIFF_OPTIONS`. Names are taken from the NUL-separated list
 * alone; a patch section only says which of them it belongs to, and its bodies are stepped over by
 * count, so that nothing inside a source can pass for a header.
 * Errors: GIT_FAILED with the byte offset when the output does not add up.
 */
export function parseDiff(output: Buffer): FileDiff[] {
  const { entries, end } = parseRaw(output);
  const files: FileDiff[] = [];
  let next = 0;
  let at = end;
  while (at < output.length) {
    if (startsWith(output, at, '* Unmerged path ')) {
      at = lineEnd(output, at);
      continue;
    }
    const section = readSection(output, at);
    // A name without a section has no lines that differ; sections come in the order of the names.
    let entry = entries[next];
    for (; entry && !isOf(section, entry); entry = entries[next]) {
      files.push(toFile(entry, [], false));
      next += 1;
    }
    if (!entry) throw unreadable('a patch section that belongs to no listed name', at);
    files.push(toFile(entry, section.hunks, section.isBinary));
    next += 1;
    at = section.end;
  }
  return [...files, ...entries.slice(next).map((entry) => toFile(entry, [], false))];
}

function toFile(entry: RawEntry, hunks: readonly Hunk[], isBinary: boolean): FileDiff {
  const { oldName: _old, newName: _new, ...rest } = entry;
  return { ...rest, hunks, isBinary };
}

/** `:mode mode id id STATUS NUL path NUL`, two paths for a rename or copy; an empty record ends it. */
function parseRaw(output: Buffer): { entries: RawEntry[]; end: number } {
  const entries: RawEntry[] = [];
  let at = 0;
  const field = (): Buffer => {
    const stop = output.indexOf(0, at);
    if (stop < 0) throw unreadable('a list of names that is cut off', at);
    const bytes = output.subarray(at, stop);
    at = stop + 1;
    return bytes;
  };
  while (at < output.length && output[at] === 0x3a) {
    const parts = field().toString('latin1').slice(1).split(' ');
    const [oldMode = '', newMode = '', oldId = '', newId = '', score = ''] = parts;
    if (parts.length !== 5 || score === '') throw unreadable('a list of names', at);
    const status = score.charAt(0);
    const oldName = field();
    const newName = status === 'R' || status === 'C' ? field() : oldName;
    const paths = { oldPath: decodePath(oldName), newPath: decodePath(newName) };
    entries.push({ status, ...paths, oldMode, newMode, oldId, newId, oldName, newName });
  }
  if (at < output.length) {
    if (output[at] !== 0) throw unreadable('a list of names', at);
    at += 1;
  }
  return { entries, end: at };
}

interface Section {
  readonly header: Buffer;
  readonly indexIds: readonly [string, string] | null;
  readonly renameFrom: Buffer | null;
  readonly hunks: readonly Hunk[];
  readonly isBinary: boolean;
  readonly end: number;
}

function readSection(output: Buffer, start: number): Section {
  if (!startsWith(output, start, 'diff --git ')) throw unreadable('a patch', start);
  let at = lineEnd(output, start);
  const header = output.subarray(start, at);
  let indexIds: readonly [string, string] | null = null;
  let renameFrom: Buffer | null = null;
  let isBinary = false;
  while (at < output.length && !startsWith(output, at, 'diff --git ')) {
    if (startsWith(output, at, '@@ ')) {
      const body = parseHunks(output, at);
      return { header, indexIds, renameFrom, hunks: body.hunks, isBinary, end: body.end };
    }
    if (startsWith(output, at, '* Unmerged path ')) break;
    const end = lineEnd(output, at);
    const line = output.subarray(at, end);
    const ids = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/.exec(line.toString('latin1', 0, 160));
    if (ids) indexIds = [ids[1] ?? '', ids[2] ?? ''];
    for (const word of ['rename from ', 'copy from ']) {
      if (startsWith(line, 0, word)) renameFrom = line.subarray(word.length);
    }
    if (startsWith(line, 0, 'Binary files ')) isBinary = true;
    at = end;
  }
  return { header, indexIds, renameFrom, hunks: [], isBinary, end: at };
}

/** The header line alone can be ambiguous for renames of names with blanks; the rest settles it. */
function isOf(section: Section, entry: RawEntry): boolean {
  const header = `diff --git ${quoted('a/', entry.oldName)} ${quoted('b/', entry.newName)}\n`;
  if (!section.header.equals(Buffer.from(header, 'latin1'))) return false;
  if (section.indexIds && section.indexIds[0] !== entry.oldId) return false;
  const from = Buffer.from(`${quoted('', entry.oldName)}\n`, 'latin1');
  return section.renameFrom === null || section.renameFrom.equals(from);
}

const ESCAPES = new Map<number, string>([
  [7, 'a'],
  [8, 'b'],
  [9, 't'],
  [10, 'n'],
  [11, 'v'],
  [12, 'f'],
  [13, 'r'],
  [0x22, '"'],
  [0x5c, '\\'],
]);

/** A name as git writes it in a patch with core.quotePath off, a byte a character. */
function quoted(prefix: string, name: Buffer): string {
  let text = '';
  let isPlain = true;
  for (const byte of name) {
    const escape = ESCAPES.get(byte);
    if (escape === undefined && byte >= 0x20 && byte !== 0x7f) text += String.fromCharCode(byte);
    else {
      isPlain = false;
      text += `\\${escape ?? byte.toString(8).padStart(3, '0')}`;
    }
  }
  return isPlain ? prefix + text : `"${prefix}${text}"`;
}

function startsWith(output: Buffer, at: number, word: string): boolean {
  return output.toString('latin1', at, at + word.length) === word;
}

function lineEnd(output: Buffer, at: number): number {
  const end = output.indexOf(10, at);
  return end < 0 ? output.length : end + 1;
}

function unreadable(what: string, at: number): BenchError {
  return new BenchError('GIT_FAILED', 'git gave a diff that cannot be read', {
    why: `${what} at byte ${at}`,
  });
}
