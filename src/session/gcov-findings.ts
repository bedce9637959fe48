import type { CheckUnit } from '../gcov/check-units.js';
import type { UnitCounts } from '../gcov/file-counts.js';
import { byPlace, type GcovDifference } from '../gcov/gcov-difference.js';
import { gcovFault } from '../gcov/gcov-fault.js';
import { describeTool, type GcovTool } from '../gcov/gcov-tool.js';
import { judgeUnit, objectDifference, type GcovAnswer } from '../gcov/judge-unit.js';
import { mergeUnits } from '../gcov/merge-units.js';

/** What came out of comparing our counts with those of a gcov. */
export interface GcovCheck {
  readonly tool: GcovTool;
  readonly command: string;
  /** How much was compared, each source counted once. */
  readonly compared: {
    readonly files: number;
    readonly lines: number;
    readonly branches: number;
    readonly functions: number;
  };
  /** By place. */
  readonly differences: readonly GcovDifference[];
  /** Differences that are a known fault of this gcov, with that fault in words. */
  readonly explained: readonly ExplainedDifference[];
  readonly warnings: readonly string[];
}

export interface ExplainedDifference extends GcovDifference {
  readonly fault: string;
}

/** Gathers what is found unit by unit, so that no answer has to be kept. */
export class GcovFindings {
  private readonly differences: GcovDifference[] = [];
  private readonly explained: ExplainedDifference[] = [];
  private readonly compared: UnitCounts[] = [];
  private readonly remarks = new Map<string, string[]>();

  constructor(
    private readonly tool: GcovTool,
    private readonly command: string,
  ) {}

  /** A unit that gcov was not asked about, and why. */
  addUnasked(name: string, ours: string, why: string): void {
    this.differences.push(objectDifference(name, ours, why));
  }

  addAnswer(unit: CheckUnit, answer: GcovAnswer): void {
    const { differences, remarks } = judgeUnit(unit, answer);
    for (const difference of differences) {
      const fault = gcovFault(this.tool, difference);
      if (fault === null) this.differences.push(difference);
      else this.explained.push({ ...difference, fault });
    }
    for (const remark of remarks) {
      const names = this.remarks.get(remark);
      if (names === undefined) this.remarks.set(remark, [unit.name]);
      else names.push(unit.name);
    }
    if (unit.counts !== null) this.compared.push(unit.counts);
  }

  finish(): GcovCheck {
    const tool = describeTool(this.tool);
    return {
      tool: this.tool,
      command: this.command,
      compared: sizesOf(this.compared),
      differences: this.differences.sort(byPlace),
      explained: this.explained.sort(byPlace),
      warnings: [...this.remarks].map(([remark, names]) => {
        const others = names.length > 1 ? ` and of ${names.length - 1} more` : '';
        return `${tool} says of ${names[0] ?? ''}${others}: ${remark}`;
      }),
    };
  }
}

function sizesOf(units: readonly UnitCounts[]): GcovCheck['compared'] {
  let [files, lines, branches, functions] = [0, 0, 0, 0];
  for (const file of mergeUnits(units).values()) {
    files += 1;
    lines += file.lines.size;
    functions += file.functions.size;
    file.branches.forEach((list) => {
      branches += list.length;
    });
  }
  return { files, lines, branches, functions };
}
