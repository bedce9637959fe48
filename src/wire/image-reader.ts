import type { RawObject } from '../gcov/raw-object.js';
import { addObject } from './add-object.js';
import type { ArrivingObject, DumpReader, LineRole, ReadDump } from './dump-format.js';
import { judgeImage } from './judge-image.js';
import { LinePrefixes } from './line-prefix.js';
import type { LogLine } from './line-splitter.js';
import { mayHoldMarker } from './marker-start.js';
import { magicOf, HEX } from './text-encoding.js';

/** How one system prints `.gcda` images as hex, each beside its name. */
export interface ImageSyntax {
  readonly name: string;
  /** Lines before the first and after the last image, where there are any. */
  readonly start: RegExp | null;
  readonly end: RegExp | null;
  /** The line before an image; groups `path` and `size` in bytes. */
  readonly opener: RegExp | null;
  /** The line after an image; groups `path` and `sum` of its bytes. */
  readonly closer: RegExp | null;
  /** What each line of digits starts with. */
  readonly row: string;
  /** Beginnings of its lines, to hold back text that could become one. */
  readonly beginnings: readonly string[];
}

interface OpenImage {
  path: string | null;
  readonly line: LogLine;
  readonly announcedBytes: number | null;
  readonly pieces: string[];
  sizeChars: number;
  problem: string | null;
}

const MAX_IMAGE_CHARS = 200_000_000;
const MAX_LINE_CHARS = 8192;
const HEX_RUN = /(?:[0-9a-f]{2} ?){8}/i;

/** Reads one dump of images that are printed as hex with their names; see `image-formats.ts`. */
export class ImageReader implements DumpReader {
  readonly objects: RawObject[] = [];
  readonly format: string;
  private readonly prefixes = new LinePrefixes();
  private readonly paths = new Set<string>();
  private readonly warnings: string[] = [];
  private open: OpenImage | null = null;
  private hasStart = false;
  private hasEnd = false;

  constructor(
    private readonly syntax: ImageSyntax,
    private readonly source: string,
    private readonly first: LogLine,
  ) {
    this.format = syntax.name;
  }

  get arriving(): ArrivingObject | null {
    if (this.open === null) return null;
    const { path, sizeChars, announcedBytes } = this.open;
    const receivedBytes = Math.floor(sizeChars / 2);
    return { path: path ?? '(no name yet)', receivedBytes, announcedBytes };
  }

  get mayBeOver(): boolean {
    const isOpen = this.syntax.closer !== null && this.open !== null;
    return !this.hasStart && !isOpen && this.objects.length + (this.open === null ? 0 : 1) > 0;
  }

  take(line: LogLine): LineRole {
    const text = line.text.length > MAX_LINE_CHARS ? '' : line.text;
    const { start, end, opener, closer } = this.syntax;
    const started = start?.exec(text);
    if (started) return this.takeStart(text, started.index);
    if (end?.test(text) === true) {
      this.close(this.open, `its name is missing before line ${line.number}`);
      this.hasEnd = true;
      return 'last';
    }
    const opened = opener?.exec(text);
    if (opened) return this.takeOpener(line, opened);
    const closed = closer?.exec(text);
    if (closed) return this.takeCloser(line, closed);
    return this.takeRow(line);
  }

  mayTake(unfinished: string): boolean {
    const { beginnings, row } = this.syntax;
    return (
      beginnings.some((text) => mayHoldMarker(unfinished, text)) ||
      (this.open !== null &&
        this.prefixes
          .readings(unfinished)
          .some((text) => row.startsWith(text) || this.digitsOf(text) !== null))
    );
  }

  end(cause: string | null): ReadDump {
    const { closer } = this.syntax;
    const why = closer === null ? null : (cause ?? 'the log ends before its closing line');
    this.close(this.open, why === null || this.isNameless() ? null : why);
    const hasStart = this.hasStart || !this.hasEnd;
    if (!hasStart) {
      this.warnings.push(`the beginning of the dump before line ${this.first.number} is missing`);
    }
    const isMarked = this.hasStart || this.hasEnd;
    return {
      format: this.format,
      firstLine: this.first.number,
      objects: this.objects,
      hasStart,
      missingEnd:
        this.hasEnd || !isMarked
          ? null
          : `the end of the dump at line ${this.first.number} is missing`,
      isOpenEnded: !isMarked,
      hasFailed: false,
      warnings: this.warnings,
    };
  }

  /** Images without any name around them are taken as they are. */
  private isNameless(): boolean {
    return this.syntax.opener === null && !this.hasStart;
  }

  private takeStart(text: string, index: number): LineRole {
    if (this.hasStart || this.objects.length > 0 || this.open !== null) return 'next';
    this.hasStart = true;
    this.prefixes.learn(text.slice(0, index));
    return 'payload';
  }

  private takeOpener(line: LogLine, opened: RegExpExecArray): LineRole {
    const { path = '', size } = opened.groups ?? {};
    if (this.paths.has(path)) return 'next';
    const { closer } = this.syntax;
    const lost = `its closing line is missing before line ${line.number}`;
    this.close(this.open, closer === null ? null : lost);
    this.prefixes.learn(line.text.slice(0, opened.index));
    this.paths.add(path);
    this.begin(line, path, size === undefined ? null : Number(size), null);
    return 'payload';
  }

  private takeCloser(line: LogLine, { groups, index }: RegExpExecArray): LineRole {
    const { path = '', sum } = groups ?? {};
    const { open } = this;
    this.prefixes.learn(line.text.slice(0, index));
    if (open === null) {
      if (this.objects.at(-1)?.path === path) return 'payload';
      const problem = `only its closing line arrived, at line ${line.number}`;
      this.begin(line, path, null, problem);
      this.close(this.open, null);
      return 'payload';
    }
    if (open.path === null) open.path = path;
    else if (open.path !== path) {
      open.problem ??= `line ${line.number} closes it with another name, ${path}`;
    }
    this.close(open, null, sum === undefined ? null : { printed: sum, line: line.number });
    return 'payload';
  }

  private takeRow(line: LogLine): LineRole {
    const { text } = line;
    for (const reading of this.prefixes.readings(text)) {
      if (reading === '') return 'payload';
      const digits = this.digitsOf(reading);
      if (digits !== null && this.takeDigits(digits, line)) return 'payload';
    }
    const { row } = this.syntax;
    const at = row === '' ? -1 : text.indexOf(row);
    if (at > 0 && this.open?.pieces.length === 0) {
      const digits = this.digitsOf(text.slice(at));
      this.prefixes.learn(text.slice(0, at));
      if (digits !== null && this.takeDigits(digits, line)) return 'payload';
    }
    const looksLikeRow = row === '' ? HEX_RUN.test(text) : text.includes(row);
    if (this.open === null || !looksLikeRow) return 'foreign';
    this.open.problem ??= `line ${line.number} has other text among its hex digits`;
    return 'payload';
  }

  /** The digits of a row, or null when it is none. */
  private digitsOf(text: string): string | null {
    const { row } = this.syntax;
    if (!text.startsWith(row)) return null;
    return HEX.clean(text.slice(row.length).trim());
  }

  private takeDigits(digits: string, line: LogLine): boolean {
    const isImageStart = magicOf(HEX, digits)?.kind === 'gcda';
    const { opener } = this.syntax;
    if (isImageStart && this.open !== null && this.open.sizeChars > 0) {
      const isWhole = this.isNameless();
      this.close(
        this.open,
        isWhole ? null : `line ${line.number} starts another image before its end`,
      );
    }
    if (this.open === null) {
      if (!isImageStart && digits.length < 32 && this.syntax.row === '') return false;
      const problem =
        opener === null && isImageStart
          ? null
          : `its opening line before line ${line.number} is missing`;
      this.begin(line, null, null, problem);
    }
    const { open } = this;
    if (open === null) return false;
    open.sizeChars += digits.length;
    if (open.sizeChars > MAX_IMAGE_CHARS) open.problem ??= 'it is longer than any real one';
    else open.pieces.push(digits);
    return true;
  }

  private begin(
    line: LogLine,
    path: string | null,
    announcedBytes: number | null,
    problem: string | null,
  ): void {
    this.open = { path, line, announcedBytes, pieces: [], sizeChars: 0, problem };
  }

  private close(
    open: OpenImage | null,
    cause: string | null,
    sum: { readonly printed: string; readonly line: number } | null = null,
  ): void {
    this.open = null;
    if (open === null) return;
    const { announcedBytes, line } = open;
    const digits = open.pieces.join('');
    const bytes = Buffer.from(digits, 'hex');
    const path = open.path ?? `(object without a name at line ${line.number})`;
    this.paths.add(path);
    let problem = open.problem ?? cause;
    if (digits.length % 2 !== 0) {
      problem ??= `it has an odd number of hex digits, ${digits.length}`;
    }
    if (announcedBytes !== null && announcedBytes !== bytes.length) {
      problem ??= `${announcedBytes} bytes were announced at line ${line.number}, ${bytes.length} arrived`;
    }
    if (sum !== null) problem ??= sumProblem(bytes, sum.printed, sum.line);
    const origin = {
      source: this.source,
      format: this.format,
      line: line.number,
      offset: line.offset,
    };
    addObject(this.objects, judgeImage(path, Uint8Array.from(bytes), origin, problem));
  }
}

/** NuttX adds up all bytes, modulo 65536. */
function sumProblem(bytes: Uint8Array, printed: string, line: number): string | null {
  let sum = 0;
  for (const byte of bytes) sum = (sum + byte) & 0xffff;
  if (/^(?:0x[0-9a-f]{1,4}|0)$/i.test(printed) && Number(printed) === sum) return null;
  return `its bytes add up to 0x${sum.toString(16)}, line ${line} says ${printed}`;
}
