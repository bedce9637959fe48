import type { FileDoubts } from '../gcov/doubts-json.js';
import type { FileCounts } from '../gcov/file-counts.js';
import type { HowCompiled } from './how-compiled.js';
import type { NamedFunction } from './match-compiled-units.js';
import { whyDoubted } from './zero-doubts.js';

interface Known extends NamedFunction {
  endLine: number;
  isEndKnown: boolean;
  isDoubted: boolean;
}

/** Gathers what is doubted of one source while its units are looked at. */
export class SourceDoubts {
  /** Ways the units with doubts were compiled. */
  readonly ways = new Set<HowCompiled>();
  private readonly byName = new Map<string, Known>();
  /** Ascending by line. */
  private readonly known: readonly Known[];
  private readonly strays = new Set<number>();

  constructor(private readonly file: FileCounts) {
    this.known = [...file.functions]
      .map(([name, { line }]) => ({
        name,
        startLine: line,
        endLine: 0,
        isEndKnown: false,
        isDoubted: false,
      }))
      .sort((a, b) => a.startLine - b.startLine);
    // As long as nobody knows better, a function ends before the next one.
    let next = Infinity;
    for (let at = this.known.length - 1; at >= 0; at -= 1) {
      const one = this.known[at];
      if (one === undefined) continue;
      const after = this.known[at + 1]?.startLine ?? Infinity;
      if (after > one.startLine) next = after;
      one.endLine = next - 1;
      this.byName.set(one.name, one);
    }
  }

  /** The functions that start at a line. */
  startingAt(line: number): readonly NamedFunction[] {
    const found: Known[] = [];
    for (let at = this.lastUpTo(line); this.known[at]?.startLine === line; at -= 1) {
      const one = this.known[at];
      if (one !== undefined) found.push(one);
    }
    return found;
  }

  /** Takes over where a function ends. */
  addRange(name: string, endLine: number): void {
    const one = this.byName.get(name);
    if (one === undefined || endLine < one.startLine) return;
    one.endLine = endLine;
    one.isEndKnown = true;
  }

  doubt(name: string, way: HowCompiled): void {
    const one = this.byName.get(name);
    if (one === undefined) return;
    one.isDoubted = true;
    this.ways.add(way);
  }

  /** Lines left of functions that are not there; where they are in another unit, they are doubted. */
  stray(lines: readonly number[], way: HowCompiled): void {
    this.ways.add(way);
    for (const line of lines) {
      if (this.strays.has(line)) continue;
      this.strays.add(line);
      const startLine = this.known[this.lastUpTo(line)]?.startLine;
      for (const one of startLine === undefined ? [] : this.startingAt(startLine)) {
        const known = this.byName.get(one.name);
        if (known?.isEndKnown === true && line <= known.endLine) known.isDoubted = true;
      }
    }
  }

  /** The zeros among what is doubted. */
  close(): FileDoubts {
    const doubted = this.known.filter(({ isDoubted }) => isDoubted);
    const lines: number[] = [];
    let at = 0;
    let endLine = 0;
    for (const [line, count] of this.file.lines) {
      for (let one = doubted[at]; one !== undefined && one.startLine <= line; one = doubted[at]) {
        endLine = Math.max(endLine, one.endLine);
        at += 1;
      }
      if (count === 0 && (line <= endLine || this.strays.has(line))) lines.push(line);
    }
    const functions = [...this.file.functions]
      .filter(([name, { count }]) => count === 0 && this.byName.get(name)?.isDoubted === true)
      .map(([name]) => name);
    return { lines, functions, why: whyDoubted([...this.ways]) };
  }

  /** Index of the last function that starts at the line or before, else -1. */
  private lastUpTo(line: number): number {
    let low = 0;
    let high = this.known.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.known[middle]?.startLine ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
