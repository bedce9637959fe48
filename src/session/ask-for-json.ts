import type { RunResult } from '../base/process.js';
import type { FileCounts } from '../gcov/file-counts.js';
import type { GcovAnswer } from '../gcov/judge-unit.js';
import { readGcovJson } from '../gcov/read-gcov-json.js';
import { inNewFolder, writePair, type ReadUnit } from './gcov-folder.js';
import { gcovEnd, gcovMessages } from './gcov-messages.js';
import type { Gcov } from './open-gcov.js';

type Documents = ReadonlyMap<string, ReadonlyMap<string, FileCounts>>;

const LINE_FEED = 10;

/**
 * Asks a gcov that prints JSON about several units in one process. A unit that got no answer is
 * asked about again alone, so that one that ends the tool does not hide the others.
 * Errors: PROGRAM_FAILED, CANCELLED, FILE_UNWRITABLE.
 */
export async function askForJson(
  gcov: Gcov,
  units: readonly ReadUnit[],
  folder: string,
): Promise<readonly GcovAnswer[]> {
  const names = units.map(
    ({ unit }, index) => `u${index}${unit.data === null ? '.gcno' : '.gcda'}`,
  );
  const result = await inNewFolder(folder, async () => {
    for (const [index, { unit }] of units.entries()) {
      await writePair(folder, `u${index}`, unit.notes, unit.data);
    }
    const timeoutMs = gcov.limits.processMs + gcov.limits.unitMs * units.length;
    return gcov.run([...optionsFor(gcov, units), ...names], folder, timeoutMs);
  });
  const documents = readDocuments(result);
  const messages = gcovMessages(result);
  const answers: GcovAnswer[] = [];
  for (const [index, unit] of units.entries()) {
    const files = documents.get(names[index] ?? '') ?? null;
    if (files === null && units.length > 1) {
      answers.push(...(await askForJson(gcov, [unit], folder)));
      continue;
    }
    // What names no unit is said of all of them, so it is passed on once.
    const general = index === 0 ? (messages.get('') ?? []) : [];
    answers.push({
      files,
      messages: [...(messages.get(`u${index}`) ?? []), ...general],
      end: gcovEnd(result),
    });
  }
  return answers;
}

function optionsFor({ tool }: Gcov, units: readonly ReadUnit[]): readonly string[] {
  // Branches need both: counts alone print none.
  const options = ['--json-format', '--stdout', '--branch-probabilities', '--branch-counts'];
  if (tool.major >= 14) options.push('--conditions');
  const hasPaths = units.some(({ notes }) =>
    notes?.functions.some(({ pathCount }) => pathCount !== null),
  );
  if (tool.major >= 15 && hasPaths) options.push('--prime-paths');
  return options;
}

/** One document a line. What a crash cut off is no document. */
function readDocuments({ stdout, exitCode }: RunResult): Documents {
  const documents = new Map<string, ReadonlyMap<string, FileCounts>>();
  let start = 0;
  while (start < stdout.length) {
    const end = stdout.indexOf(LINE_FEED, start);
    const stop = end < 0 ? stdout.length : end;
    const isCut = end < 0 && exitCode === null;
    if (stop > start && !isCut) {
      const document = readGcovJson(stdout.toString('utf8', start, stop));
      documents.set(document.dataFile, document.files);
    }
    start = stop + 1;
  }
  return documents;
}
