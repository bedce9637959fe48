import type { RawObject } from '../gcov/raw-object.js';
import { addObject } from './add-object.js';
import { ByteSink } from './byte-sink.js';
import type { ArrivingObject, DumpReader, LineContext, LineRole, ReadDump } from './dump-format.js';
import { findRow, looksLikeRow, parseRow, ROW_BYTES, type HexdumpRow } from './hexdump-row.js';
import { judgeImage } from './judge-image.js';
import { LinePrefixes } from './line-prefix.js';
import type { LogLine } from './line-splitter.js';
import { mayHoldMarker } from './marker-start.js';

const OPENER = /Emitting (\d{1,10}) bytes for (\S.*)$/;
const MAX_OPENER_CHARS = 8192;
const END = 'Gcov End';
const OUT_OF_MEMORY = 'Out of memory!';

interface OpenObject {
  /** Null while only rows are known, whose opening line was lost. */
  readonly path: string | null;
  readonly announcedBytes: number | null;
  readonly line: LogLine;
  readonly sink: ByteSink;
  problem: string | null;
}

/** The line that opens an object, with its size and its name, or null. */
export function matchOpener(text: string): RegExpExecArray | null {
  return text.length > MAX_OPENER_CHARS ? null : OPENER.exec(text);
}

/** Reads one dump of the embedded-gcov kind; see `hexdump-format.ts`. */
export class HexdumpReader implements DumpReader {
  readonly objects: RawObject[] = [];
  private readonly prefixes = new LinePrefixes();
  private readonly paths = new Set<string>();
  private readonly warnings: string[] = [];
  private readonly source: string;
  private readonly hasStart: boolean;
  private open: OpenObject | null = null;
  private hasEnd = false;
  private outOfMemoryLine: number | null = null;

  constructor(
    readonly format: string,
    context: LineContext,
    private readonly first: LogLine,
    hasStart: boolean,
  ) {
    this.source = context.source;
    this.hasStart = !this.followsTail(context.previousText) && hasStart;
  }

  get arriving(): ArrivingObject | null {
    if (this.open === null) return null;
    const { path, announcedBytes, sink } = this.open;
    return { path: path ?? '(no name yet)', receivedBytes: sink.sizeBytes, announcedBytes };
  }

  take(line: LogLine): LineRole {
    const opener = matchOpener(line.text);
    if (opener !== null) return this.takeOpener(line, opener);
    if (line.text.endsWith(END)) {
      this.closeUnfinished(`"${END}" at line ${line.number} came before its closing line`);
      this.hasEnd = true;
      return 'last';
    }
    if (line.text.includes(OUT_OF_MEMORY)) {
      this.outOfMemoryLine = line.number;
      return 'foreign';
    }
    return this.open === null ? this.takeBetween(line) : this.takeInside(line, this.open);
  }

  mayTake(unfinished: string): boolean {
    const path = this.open?.path ?? '';
    return (
      ['Emitting ', END].some((marker) => mayHoldMarker(unfinished, marker)) ||
      this.prefixes
        .readings(unfinished)
        .some((text) => /^[0-9a-f]*(?::[0-9a-f ]*)?$/i.test(text) || path.startsWith(text))
    );
  }

  end(cause: string | null): ReadDump {
    this.closeUnfinished(cause ?? 'the log ends before its closing line');
    if (!this.hasStart) {
      this.warnings.push(`the beginning of the dump before line ${this.first.number} is missing`);
    }
    return {
      format: this.format,
      firstLine: this.first.number,
      objects: this.objects,
      hasStart: this.hasStart,
      missingEnd: this.hasEnd ? null : this.explainMissingEnd(),
      hasFailed: false,
      warnings: this.warnings,
    };
  }

  /** The firmware stops without an end line when its buffer is too small. */
  private explainMissingEnd(): string {
    const missing = `"${END}" of the dump at line ${this.first.number} is missing`;
    return this.outOfMemoryLine === null
      ? missing
      : `${missing}: the firmware said "${OUT_OF_MEMORY}" at line ${this.outOfMemoryLine} and stopped; ` +
          'instrument fewer files or give its gcov buffer more memory';
  }

  /** True, with that object marked, when the line before closes an object that nothing opened. */
  private followsTail(previousText: string): boolean {
    const opener = matchOpener(this.first.text);
    if (opener !== null) this.prefixes.learn(this.first.text.slice(0, opener.index));
    const path = this.prefixes.readings(previousText).find(isBareName);
    if (path === undefined) return false;
    const { first: line } = this;
    this.close(
      { path, announcedBytes: null, line, sink: new ByteSink(), problem: null },
      `only its closing line arrived, before line ${line.number}`,
    );
    return true;
  }

  private takeOpener(line: LogLine, opener: RegExpExecArray): LineRole {
    const path = opener[2]?.trim() ?? '';
    if (this.paths.has(path)) return 'next';
    this.closeUnfinished(`its closing line is missing before line ${line.number}`);
    this.prefixes.learn(line.text.slice(0, opener.index));
    this.paths.add(path);
    const announcedBytes = Number(opener[1]);
    this.open = { path, announcedBytes, line, sink: new ByteSink(), problem: null };
    return 'payload';
  }

  /** A line where only an opening line belongs. */
  private takeBetween(line: LogLine): LineRole {
    for (const text of this.prefixes.readings(line.text)) {
      const row = parseRow(text);
      if (row !== null) {
        const problem = `its opening line ("Emitting ...") before line ${line.number} is missing`;
        this.open = { path: null, announcedBytes: null, line, sink: new ByteSink(), problem };
        return 'payload';
      }
      if (isBareName(text) && this.objects.at(-1)?.path !== text) {
        this.close(
          { path: text, announcedBytes: null, line, sink: new ByteSink(), problem: null },
          `only its closing line arrived, at line ${line.number}`,
        );
        return 'payload';
      }
    }
    return line.text === '' ? 'payload' : 'foreign';
  }

  private takeInside(line: LogLine, open: OpenObject): LineRole {
    const readings = this.prefixes.readings(line.text);
    for (const text of readings) {
      const row = parseRow(text);
      if (row !== null) return this.takeRow(row, line, open);
      if (text === open.path) return this.close(open, null);
    }
    // The first rows teach the prefix that the opening line, with an echo in it, could not.
    const found = findRow(line.text);
    if (found !== null && found.row.offset === open.sink.sizeBytes) {
      this.prefixes.learn(found.prefix);
      return this.takeRow(found.row, line, open);
    }
    if (open.path !== null && line.text.endsWith(` ${open.path}`)) return this.close(open, null);
    const name = readings.find(isBareName);
    if (name !== undefined) {
      const named = open.path === null ? { ...open, path: name } : open;
      return this.close(named, `line ${line.number} closes it with another name, ${name}`);
    }
    if (readings.some(looksLikeRow)) {
      open.problem ??= `line ${line.number} is not a whole row`;
      return 'payload';
    }
    return line.text === '' ? 'payload' : 'foreign';
  }

  private takeRow(row: HexdumpRow, line: LogLine, open: OpenObject): LineRole {
    const expected = open.sink.sizeBytes;
    if (row.offset !== expected) {
      open.problem ??= `the row at line ${line.number} is for offset ${row.offset}, expected ${expected}`;
      return 'payload';
    }
    if (expected % ROW_BYTES !== 0) {
      open.problem ??= `the row before line ${line.number} is too short`;
    }
    open.sink.addHex(row.digits);
    return 'payload';
  }

  private closeUnfinished(problem: string): void {
    if (this.open !== null) this.close(this.open, problem);
  }

  private close(open: OpenObject, problem: string | null): LineRole {
    this.open = null;
    const { announcedBytes, sink, line } = open;
    const shortfall =
      announcedBytes !== null && announcedBytes !== sink.sizeBytes
        ? `${announcedBytes} bytes were announced at line ${line.number}, ${sink.sizeBytes} arrived`
        : null;
    const origin = {
      source: this.source,
      format: this.format,
      line: line.number,
      offset: line.offset,
    };
    const path = open.path ?? `(object without a name at line ${line.number})`;
    this.paths.add(path);
    const reason = open.problem ?? problem ?? shortfall;
    addObject(this.objects, judgeImage(path, sink.toBytes(), origin, reason));
    return 'payload';
  }
}

/** A file name alone on its line, as the closing line of an object is. */
function isBareName(text: string): boolean {
  return /^\S+\.gcda$/.test(text);
}
