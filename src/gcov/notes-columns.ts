import type { NotesArcs, NotesLocations } from './notes.js';

/** The arcs, locations and sources of a notes file while its records are being read. */
export class NotesColumns {
  readonly sources: string[] = [];
  readonly arcs: NotesArcs;
  readonly locations: NotesLocations;
  private readonly arcSource: number[] = [];
  private readonly arcTarget: number[] = [];
  private readonly arcFlags: number[] = [];
  private readonly locationBlock: number[] = [];
  private readonly locationSource: number[] = [];
  private readonly firstLine: number[] = [];
  private readonly lines: number[] = [];
  private readonly indexOfPath = new Map<string, number>();
  private lastPath = '';
  private lastSource = -1;

  constructor() {
    this.arcs = { source: this.arcSource, target: this.arcTarget, flags: this.arcFlags };
    this.locations = {
      block: this.locationBlock,
      source: this.locationSource,
      firstLine: this.firstLine,
      lines: this.lines,
    };
  }

  get arcCount(): number {
    return this.arcSource.length;
  }

  get locationCount(): number {
    return this.locationBlock.length;
  }

  get lastArcSource(): number {
    return this.arcSource.at(-1) ?? -1;
  }

  get lastLocationBlock(): number {
    return this.locationBlock.at(-1) ?? -1;
  }

  get lastLocationSource(): number {
    return this.locationSource.at(-1) ?? -1;
  }

  addArc(source: number, target: number, flags: number): void {
    this.arcSource.push(source);
    this.arcTarget.push(target);
    this.arcFlags.push(flags);
  }

  /** Begins a location; the lines added next are its own. */
  openLocation(block: number, source: number): void {
    this.locationBlock.push(block);
    this.locationSource.push(source);
    this.firstLine.push(this.lines.length);
  }

  addLine(line: number): void {
    this.lines.push(line);
  }

  /** Says where the lines of the last location end. */
  close(): void {
    this.firstLine.push(this.lines.length);
  }

  /** The index of a source, which is added when it is met first. */
  sourceIndex(path: string): number {
    // The reader gives the same text again for the same path, so this compares no characters.
    if (path === this.lastPath && this.lastSource !== -1) return this.lastSource;
    let index = this.indexOfPath.get(path);
    if (index === undefined) {
      index = this.sources.push(path) - 1;
      this.indexOfPath.set(path, index);
    }
    this.lastPath = path;
    this.lastSource = index;
    return index;
  }
}
