import { BenchError } from '../base/bench-error.js';
import type { BinaryFormat, BinaryReader } from './binary-format.js';
import { BinaryScanner } from './binary-scanner.js';
import { BootObjects } from './boot-objects.js';
import { ConsoleText } from './console-text.js';
import type { DumpReader, LineRole, OpenDump, ReadDump } from './dump-format.js';
import { DUMP_FORMATS } from './dump-formats.js';
import type { DumpProgress, DumpResult } from './dump-result.js';
import { cleanText, LineSplitter, type LogLine } from './line-splitter.js';
import { pathOf } from './judge-image.js';
import { noDumpError, unsupportedError } from './no-dump-error.js';
import { isRestart, registeredPath } from './restart-signs.js';
import { recogniseText, type UnsupportedFormat } from './unsupported-formats.js';

const MAX_PROMPT_BYTES = 4096;

export interface DumpDecoderOptions {
  /** Called with console text that is no part of a dump, as it came, escape sequences and all. */
  readonly onText?: (bytes: Uint8Array) => void;
  /** The log is evidence of all boots in it, not the answer to one question. */
  readonly addsBoots?: boolean;
}

/**
 * Finds coverage dumps in a console stream, by content, however it is chunked, and gives one
 * `.gcda` image with a verdict per object. `source` is the log or port, for messages. Memory is
 * bounded by the objects of one boot and one dump in flight.
 */
export class DumpDecoder {
  private readonly source: string;
  private readonly splitter: LineSplitter;
  private readonly text: ConsoleText | null;
  private readonly boot: BootObjects;
  private readonly formats = new Set<string>();
  private readonly scanner: BinaryScanner;
  /** Reads the lines of the dump that is open. */
  private reader: DumpReader | null = null;
  /** Reads bytes, or did and may again after some text, when the dump that is open is binary. */
  private binary: BinaryReader | null = null;
  private last: ReadDump | null = null;
  private unsupported: { format: UnsupportedFormat; line: number } | null = null;
  private previousText = '';
  private receivedBytes = 0;
  private lines = 0;
  private oddBytes = 0;
  private endedDumps = 0;

  constructor(source: string, options: DumpDecoderOptions = {}) {
    this.source = source;
    this.boot = new BootObjects(source, options.addsBoots === true);
    this.text = options.onText === undefined ? null : new ConsoleText(options.onText);
    this.splitter = new LineSplitter({
      line: (line, raw) => {
        const isPayload = this.takeLine(line);
        if (isPayload) this.previousText = '';
        else if (line.text !== '') this.previousText = line.text;
        if (this.scanner.isStale && isConsoleText(raw)) this.scanner.isStale = false;
        this.text?.line(raw, isPayload);
      },
      lineEnd: (byte) => this.text?.lineEnd(byte),
    });
    this.scanner = new BinaryScanner({
      text: (bytes) => this.splitter.push(bytes),
      unfinished: () => Buffer.from(this.splitter.unfinished()),
      open: (format, takeBackBytes) => this.openBinary(format, takeBackBytes),
      taken: (sizeBytes, lineFeeds) => {
        this.splitter.skip(sizeBytes, lineFeeds);
        this.drain();
      },
      closed: () => {
        if (this.binary?.resume === undefined) this.closeDump(null);
      },
    });
  }

  /** Errors: DAMAGED_DUMP, for a dump beyond any bound. */
  push(chunk: Uint8Array): void {
    this.receivedBytes += chunk.length;
    for (const byte of chunk) if (isOdd(byte)) this.oddBytes += 1;
    this.scanner.push(chunk);
    this.showUnfinished();
  }

  progress(): DumpProgress {
    const { open } = this;
    const objects = open?.objects ?? this.last?.objects ?? [];
    const current = open?.arriving ?? null;
    const isMarkedOver = open?.mayBeOver === true && open.isMarked === true;
    return {
      receivedBytes: this.receivedBytes,
      format: open?.format ?? this.last?.format ?? null,
      isArriving: open !== null && !isMarkedOver,
      mayBeOver: open?.mayBeOver === true,
      endedDumps: this.endedDumps + (isMarkedOver ? 1 : 0),
      objects: objects.map(({ path, bytes, status }) => ({
        path,
        sizeBytes: bytes.length,
        status,
      })),
      current,
      announcedBytes:
        current === null || current.announcedBytes === null
          ? null
          : objects.reduce((sum, { bytes }) => sum + bytes.length, current.announcedBytes),
    };
  }

  /**
   * The objects of the latest boot that was dumped.
   * Errors: NO_DUMP_FOUND, UNSUPPORTED_FORMAT (only a format that is not read was found),
   * DAMAGED_DUMP (only the end of a dump was found).
   */
  end(): DumpResult {
    this.scanner.end();
    this.splitter.end();
    this.closeDump(null);
    this.boot.settle();
    const objects = this.boot.result();
    if (objects.length === 0) throw this.explainNothing();
    const warnings = [...this.boot.warnings];
    if (this.unsupported !== null) {
      const { format, line } = this.unsupported;
      warnings.push(`a dump in a format that is not read (${format.name}) starts at line ${line}`);
    }
    return {
      objects,
      earlierBoots: this.boot.earlierBoots(),
      formats: [...this.formats],
      warnings,
      isComplete: this.boot.isComplete,
    };
  }

  /** True when the line is part of a dump. */
  private takeLine(line: LogLine): boolean {
    this.lines += 1;
    if (isRestart(line.text)) {
      this.closeDump(`the board restarted at line ${line.number}`);
      this.boot.restart(line.number);
      return false;
    }
    const registered = registeredPath(line.text);
    if (registered !== null) {
      this.closeDump(`the board restarted at line ${line.number}`);
      this.boot.register(pathOf(registered), line.number);
      return false;
    }
    if (this.reader !== null) {
      const role = this.roleOf(line, this.reader);
      this.drain();
      if (role !== 'next') return this.finishLine(role);
      this.closeDump(`another dump starts at line ${line.number}`);
    }
    return this.openDump(line);
  }

  private get open(): OpenDump | null {
    return this.reader ?? this.binary;
  }

  /** A line that starts another dump is no part of this one, when it does not take it or may be over. */
  private roleOf(line: LogLine, reader: DumpReader): LineRole {
    const isOwn = reader.isOwn?.(line.text) === true;
    if (reader.mayBeOver === true && !isOwn && this.isStartOfOther(line.text)) return 'next';
    const role = reader.take(line);
    return role === 'foreign' && this.isStartOfOther(line.text) ? 'next' : role;
  }

  /** True for a line that starts a dump in another format than the one that is open. */
  private isStartOfOther(text: string): boolean {
    return DUMP_FORMATS.some((format) => format.name !== this.open?.format && format.isStart(text));
  }

  private openDump(line: LogLine): boolean {
    if (this.binary !== null) {
      if (!this.isStartOfOther(line.text)) return false;
      this.closeDump(`another dump starts at line ${line.number}`);
    }
    for (const format of DUMP_FORMATS) {
      const opened = format.open(line, { source: this.source, previousText: this.previousText });
      if (opened === null) continue;
      this.formats.add(format.name);
      this.reader = opened.reader;
      this.drain();
      return this.finishLine(opened.role);
    }
    if (this.unsupported === null) {
      const format = recogniseText(line.text);
      if (format !== null) this.unsupported = { format, line: line.number };
    }
    return false;
  }

  private openBinary(format: BinaryFormat, takeBackBytes: number): BinaryReader {
    this.splitter.cut(takeBackBytes);
    const place = { line: this.splitter.lineNumber, offset: this.splitter.position };
    if (this.binary?.format === format.name && this.binary.resume !== undefined) {
      this.binary.resume(place);
      return this.binary;
    }
    this.closeDump(`another dump starts at byte ${place.offset}`);
    this.formats.add(format.name);
    this.binary = format.open(this.source, place);
    return this.binary;
  }

  private finishLine(role: LineRole): boolean {
    if (role === 'last') this.closeDump(null);
    return role !== 'foreign';
  }

  private closeDump(cause: string | null): void {
    const { open } = this;
    if (open === null) return;
    this.last = open.end(cause);
    this.drain();
    this.reader = null;
    this.binary = null;
    this.endedDumps += 1;
    this.boot.add(this.last);
  }

  /** Takes in dumps that were over before the open one. */
  private drain(): void {
    for (const dump of this.open?.drain?.() ?? []) {
      this.endedDumps += 1;
      this.boot.add(dump);
    }
  }

  /** Long unfinished lines wait for their end: joining them up again for every chunk would not do. */
  private showUnfinished(): void {
    if (this.text === null || this.splitter.unfinishedBytes > MAX_PROMPT_BYTES) return;
    this.text.unfinished(this.splitter.unfinished(), (raw) => this.mayBePayload(cleanText(raw)));
  }

  private mayBePayload(unfinished: string): boolean {
    return (
      (this.reader?.mayTake(unfinished) ?? false) ||
      DUMP_FORMATS.some((format) => format.mayOpen(unfinished))
    );
  }

  private explainNothing(): BenchError {
    const { source, receivedBytes, lines, oddBytes } = this;
    if (this.unsupported !== null) {
      return unsupportedError(source, this.unsupported.format, this.unsupported.line);
    }
    if (this.last === null) return noDumpError({ source, receivedBytes, lines, oddBytes });
    return new BenchError('DAMAGED_DUMP', `${source} holds a dump without any object`, {
      why: this.boot.warnings.join('; ') || `the dump at line ${this.last.firstLine} is empty`,
      hints: ['dump again, and log from before the command is sent'],
    });
  }
}

/** A line that a console printed, and no remains of memory. */
function isConsoleText(raw: Uint8Array): boolean {
  return raw.length > 2 && raw.every((byte) => !isOdd(byte));
}

function isOdd(byte: number): boolean {
  return byte >= 0x7f || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}
