import { join } from 'node:path';
import { BenchError, isBenchError } from '../base/bench-error.js';
import { checkUnits, type CheckUnit } from '../gcov/check-units.js';
import type { UnitCounts } from '../gcov/file-counts.js';
import { byPlace, type GcovDifference } from '../gcov/gcov-difference.js';
import { gcovFault } from '../gcov/gcov-fault.js';
import { describeTool, printsJson, suitsNotes, type GcovTool } from '../gcov/gcov-tool.js';
import { describeVersion } from '../gcov/gcov-version.js';
import { hasCode, judgeUnit, objectDifference, type GcovAnswer } from '../gcov/judge-unit.js';
import { mergeUnits } from '../gcov/merge-units.js';
import type { Notes } from '../gcov/notes.js';
import { indexNotes } from '../gcov/notes-index.js';
import { readNotes } from '../gcov/read-notes.js';
import { askForJson, askForText, type ReadUnit } from './ask-gcov.js';
import type { Evidence } from './decode-evidence.js';
import { noteFilesOf, readEach } from './note-files.js';
import type { Gcov } from './open-gcov.js';

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
  readonly explained: readonly (GcovDifference & { readonly fault: string })[];
  readonly warnings: readonly string[];
}

const MAX_BATCH_UNITS = 64;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Gives a gcov the data and notes that `evidence` was decoded from and compares every number.
 * `notes` are the places of the notes; everything is written below `folder`, a private one. Errors: USAGE (nothing to check), WRONG_GCOV (of another compiler
 * than all of the data), PROGRAM_FAILED, CANCELLED, FILE_UNREADABLE, FILE_UNWRITABLE.
 */
export async function checkWithGcov(
  gcov: Gcov,
  evidence: Evidence,
  notes: readonly string[],
  folder: string,
): Promise<GcovCheck> {
  const index = indexNotes(readEach(await noteFilesOf(notes)));
  const units = checkUnits(evidence.raw, evidence.objects, evidence.units, index).map(readUnit);
  const suited = units.filter((unit) => unit.notes === null || suitsNotes(gcov.tool, unit.notes));
  if (suited.length === 0) throw nothingToCheck(gcov, units[0]?.notes ?? null);
  const answers = await askAll(gcov, suited, join(folder, 'units'));
  refuseMute(gcov, suited, answers);

  const tool = describeTool(gcov.tool);
  const differences = units
    .filter((unit) => !suited.includes(unit))
    .map(({ unit, notes: of }) =>
      objectDifference(unit.name, of === null ? '' : compilerOf(of), `not checked by ${tool}`),
    );
  const compared: UnitCounts[] = [];
  const remarks = new Map<string, string[]>();
  for (const [position, { unit }] of suited.entries()) {
    const answer = answers[position] ?? null;
    if (answer === null) {
      if (unit.counts !== null) {
        differences.push(objectDifference(unit.name, 'accepted', `cannot be given to ${tool}`));
      }
      continue;
    }
    const judged = judgeUnit(unit, answer);
    differences.push(...judged.differences);
    for (const remark of judged.remarks) {
      remarks.set(remark, [...(remarks.get(remark) ?? []), unit.name]);
    }
    if (unit.counts !== null) compared.push(unit.counts);
  }
  const faults = differences.map((difference) => gcovFault(gcov.tool, difference));
  return {
    tool: gcov.tool,
    command: gcov.command,
    compared: sizesOf(compared),
    differences: differences.filter((_, at) => faults[at] === null).sort(byPlace),
    explained: differences
      .flatMap((difference, at) => {
        const fault = faults[at] ?? null;
        return fault === null ? [] : [{ ...difference, fault }];
      })
      .sort(byPlace),
    warnings: [...remarks].map(([remark, names]) => {
      const others = names.length > 1 ? ` and of ${names.length - 1} more` : '';
      return `${tool} says of ${names[0] ?? ''}${others}: ${remark}`;
    }),
  };
}

function readUnit(unit: CheckUnit): ReadUnit {
  try {
    return { unit, notes: readNotes(unit.notes, unit.notesName) };
  } catch (error) {
    if (!isBenchError(error)) throw error;
    return { unit, notes: null };
  }
}

/** Answers in the order of the units; null for one that this gcov cannot be asked about. */
async function askAll(
  gcov: Gcov,
  units: readonly ReadUnit[],
  folder: string,
): Promise<readonly (GcovAnswer | null)[]> {
  const answers: (GcovAnswer | null)[] = [];
  if (printsJson(gcov.tool)) {
    for (const batch of batchesOf(units)) answers.push(...(await askForJson(gcov, batch, folder)));
  } else {
    for (const unit of units) answers.push(await askForText(gcov, unit, folder));
  }
  return answers;
}

/** Several units a process, few enough that command line, files and answer stay small. */
function* batchesOf(units: readonly ReadUnit[]): Generator<readonly ReadUnit[]> {
  let batch: ReadUnit[] = [];
  let sizeBytes = 0;
  for (const read of units) {
    const size = read.unit.notes.length + (read.unit.data?.length ?? 0);
    if (
      batch.length === MAX_BATCH_UNITS ||
      (batch.length > 0 && sizeBytes + size > MAX_BATCH_BYTES)
    ) {
      yield batch;
      batch = [];
      sizeBytes = 0;
    }
    batch.push(read);
    sizeBytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** A tool that answers nothing at all is broken; that is no difference in the data. */
function refuseMute(
  gcov: Gcov,
  units: readonly ReadUnit[],
  answers: readonly (GcovAnswer | null)[],
): void {
  const due = answers.filter((_, at) => hasCode(units[at]?.unit.counts ?? null));
  const first = due.find((answer) => answer !== null);
  if (!first || due.some((answer) => answer?.files)) return;
  throw new BenchError('PROGRAM_FAILED', `${gcov.command} gave no counts for any object`, {
    why: [`it ${first.end}`, ...first.messages.slice(0, 3)].join('\n'),
  });
}

function nothingToCheck({ tool }: Gcov, notes: Notes | null): BenchError {
  if (notes === null) {
    return new BenchError('USAGE', '--check-with has nothing to check', {
      why: 'no object in the sources has its notes; counts that were decoded before cannot be checked',
    });
  }
  return new BenchError(
    'WRONG_GCOV',
    `${describeTool(tool)} does not count by the rules of ${compilerOf(notes)}`,
    {
      why: `the firmware was built with ${compilerOf(notes)}, the first of its notes is ${notes.name}`,
      hints: [
        notes.isClang
          ? 'name the llvm-cov of the toolchain that built it: --check-with "llvm-cov gcov"'
          : `name the gcov of GCC ${notes.version.major}, of the toolchain that built it`,
      ],
    },
  );
}

function compilerOf(notes: Notes): string {
  return notes.isClang ? 'clang' : describeVersion(notes.version.word);
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
