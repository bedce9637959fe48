import { join } from 'node:path';
import { BenchError, isBenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import { checkUnits, type CheckUnit } from '../gcov/check-units.js';
import { describeTool, printsJson, suitsNotes } from '../gcov/gcov-tool.js';
import { describeVersion } from '../gcov/gcov-version.js';
import { hasCode, type GcovAnswer } from '../gcov/judge-unit.js';
import type { Notes } from '../gcov/notes.js';
import { indexNotes } from '../gcov/notes-index.js';
import { readNotes } from '../gcov/read-notes.js';
import { askForJson } from './ask-for-json.js';
import { askForText } from './ask-for-text.js';
import type { Evidence } from './decode-evidence.js';
import { GcovFindings, type GcovCheck } from './gcov-findings.js';
import type { ReadUnit } from './gcov-folder.js';
import { noteFilesOf, readEach } from './note-files.js';
import type { Gcov } from './open-gcov.js';

const MAX_BATCH_UNITS = 64;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Gives a gcov the data and notes that `evidence` was decoded from and compares every number.
 * `notes` are the places of the notes; everything is written below `folder`, a private one.
 * Errors: USAGE (nothing to check), WRONG_GCOV (of another compiler than all of the data),
 * PROGRAM_FAILED, CANCELLED, FILE_UNREADABLE, FILE_UNWRITABLE.
 */
export async function checkWithGcov(
  gcov: Gcov,
  evidence: Evidence,
  notes: readonly string[],
  folder: string,
): Promise<GcovCheck> {
  const index = indexNotes(readEach(await noteFilesOf(notes)));
  const { units, lost } = checkUnits(evidence.raw, evidence.objects, evidence.units, index);
  const findings = new GcovFindings(gcov.tool, gcov.command);
  for (const { name } of lost) findings.addUnasked(name, 'accepted', 'not checked: files changed');
  const tool = describeTool(gcov.tool);
  let firstOther: Notes | null = null;
  let suitedUnits = 0;
  let mute: GcovAnswer | null = null;
  let hasSpoken = false;
  for (const batch of batchesOf(units)) {
    const suited: ReadUnit[] = [];
    for (const unit of batch) {
      const read = readUnit(unit);
      if (read.notes === null || suitsNotes(gcov.tool, read.notes)) suited.push(read);
      else {
        firstOther ??= read.notes;
        findings.addUnasked(unit.name, `of ${compilerOf(read.notes)}`, 'not checked');
      }
    }
    suitedUnits += suited.length;
    const answers = await ask(gcov, suited, join(folder, 'units'));
    for (const [position, { unit }] of suited.entries()) {
      const answer = answers[position] ?? null;
      if (answer !== null) findings.addAnswer(unit, answer);
      else if (unit.counts !== null) {
        findings.addUnasked(unit.name, 'accepted', `cannot be given to ${tool}`);
      }
      if (answer?.files) hasSpoken = true;
      else if (answer !== null && hasCode(unit.counts)) mute ??= answer;
    }
  }
  if (suitedUnits === 0) throw nothingToCheck(gcov, firstOther);
  if (mute !== null && !hasSpoken) throw isMute(gcov, mute);
  return findings.finish();
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
async function ask(
  gcov: Gcov,
  units: readonly ReadUnit[],
  folder: string,
): Promise<readonly (GcovAnswer | null)[]> {
  if (units.length === 0) return [];
  if (printsJson(gcov.tool)) return askForJson(gcov, units, folder);
  const answers: (GcovAnswer | null)[] = [];
  for (const unit of units) answers.push(await askForText(gcov, unit, folder));
  return answers;
}

/** Several units a process, few enough that command line, files and answer stay small. */
function* batchesOf(units: readonly CheckUnit[]): Generator<readonly CheckUnit[]> {
  let batch: CheckUnit[] = [];
  let sizeBytes = 0;
  for (const unit of units) {
    const size = unit.notes.length + (unit.data?.length ?? 0);
    const isFull = batch.length === MAX_BATCH_UNITS || sizeBytes + size > MAX_BATCH_BYTES;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      sizeBytes = 0;
    }
    batch.push(unit);
    sizeBytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** A tool that answers nothing at all is broken; that is no difference in the data. */
function isMute({ command }: Gcov, { end, messages }: GcovAnswer): BenchError {
  return new BenchError('PROGRAM_FAILED', `${printable(command)} gave no counts for any object`, {
    why: [`it ${end}`, ...messages.slice(0, 3)].join('\n'),
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
