import { addCounts, type Count } from '../base/count.js';
import type { BranchCount, BuildLine, FileCounts, FunctionCount } from './file-counts.js';
import { addTaken } from './merge-file-counts.js';

/**
 * The rows of one source while a tracefile is read. Everything adds up, in the order first met; line
 * 0, which some compilers give to code without source, is dropped.
 */
export class OpenRecord {
  private readonly lines = new Map<BuildLine, Count>();
  private readonly branches = new Map<BuildLine, Map<string, BranchCount>>();
  private readonly functionLines = new Map<string, number>();
  private readonly functionCounts = new Map<string, Count>();
  private readonly groups = new Map<string, number>();

  constructor(private readonly path: string) {}

  addLine(line: number, count: Count): void {
    if (line > 0) this.lines.set(line, addCounts(this.lines.get(line) ?? 0, count));
  }

  /** `branch` is a number, or the text some tools name it by. */
  addBranch(line: number, block: number, branch: number | string, taken: Count | null): void {
    if (line === 0) return;
    let ofLine = this.branches.get(line);
    if (ofLine === undefined) {
      ofLine = new Map();
      this.branches.set(line, ofLine);
    }
    const key = `${block},${typeof branch}:${branch}`;
    const before = ofLine.get(key);
    const position = typeof branch === 'number' ? branch : ofLine.size;
    ofLine.set(
      key,
      before === undefined
        ? { block, branch: position, taken }
        : { ...before, taken: addTaken(before.taken, taken) },
    );
  }

  addFunction(name: string, line: number): void {
    if (line > 0 && !this.functionLines.has(name)) this.functionLines.set(name, line);
  }

  addFunctionCount(name: string, count: Count): void {
    this.functionCounts.set(name, addCounts(this.functionCounts.get(name) ?? 0, count));
  }

  /** lcov 2 numbers the places functions start at, and names the functions of each place after. */
  startGroup(group: string, line: number): void {
    this.groups.set(group, line);
  }

  groupLine(group: string): number | null {
    return this.groups.get(group) ?? null;
  }

  /** Ends one record of the source; the numbers of its groups end with it. */
  close(): void {
    this.groups.clear();
  }

  result(): FileCounts {
    const functions = new Map<string, FunctionCount>();
    for (const [name, line] of this.functionLines) {
      functions.set(name, { line, count: this.functionCounts.get(name) ?? 0 });
    }
    const branches = new Map<BuildLine, readonly BranchCount[]>();
    for (const [line, ofLine] of this.branches) branches.set(line, [...ofLine.values()]);
    return { path: this.path, lines: this.lines, branches, functions, conditions: new Map() };
  }
}
