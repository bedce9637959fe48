import { BenchError } from '../base/bench-error.js';
import { toCount, type Count } from '../base/count.js';
import { printable } from '../base/printable.js';
import type { ConditionCount, FileCounts, FunctionCount } from './file-counts.js';
import { mergeFileCounts } from './merge-file-counts.js';
import { PrintedCounts } from './printed-counts.js';

/** What gcov prints of one data file: its sources, each once, as gcov names them. */
export interface GcovDocument {
  /** The file as it was named on the command line. */
  readonly dataFile: string;
  readonly files: ReadonlyMap<string, FileCounts>;
}

type Fields = Readonly<Record<string, unknown>>;

// Texts are skipped as a whole; numbers that a double may not hold exactly become texts.
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const INEXACT = /^-?\d{16,}$|[.eE]/;
const EXCERPT_LENGTH = 120;

/**
 * Reads one document of `gcov --json-format` (GCC 9 and later); counts are exact where gcov prints
 * them so. Branches are null by the rule lcov has for this format: a line of count zero with a block
 * that never ran. Errors: PROGRAM_FAILED for anything that is no such document.
 */
export function readGcovJson(text: string): GcovDocument {
  const document = asFields(parse(text), text);
  const files = new Map<string, FileCounts>();
  for (const entry of listOf(document, 'files', text)) {
    const file = readFile(asFields(entry, text), text);
    const before = files.get(file.path);
    files.set(file.path, before ? mergeFileCounts(before, file) : file);
  }
  return { dataFile: textOf(document, 'data_file', text), files };
}

function parse(text: string): unknown {
  const exact = text.replace(TEXT_OR_NUMBER, (token) =>
    token.startsWith('"') || !INEXACT.test(token) ? token : `"${token}"`,
  );
  try {
    return JSON.parse(exact);
  } catch {
    throw notGcov(text);
  }
}

function readFile(file: Fields, text: string): FileCounts {
  const counts = new PrintedCounts();
  for (const entry of listOf(file, 'functions', text)) {
    const fields = asFields(entry, text);
    counts.addFunction(textOf(fields, 'name', text), readFunction(fields, text));
  }
  for (const entry of listOf(file, 'lines', text)) {
    const fields = asFields(entry, text);
    const count = countOf(fields, 'count', text);
    const isNull = fields['unexecuted_block'] === true && count === 0;
    counts.addLine({
      line: numberOf(fields, 'line_number', text),
      count,
      taken: listOf(fields, 'branches', text).map((branch) =>
        isNull ? null : countOf(asFields(branch, text), 'count', text),
      ),
      conditions: 'conditions' in fields ? readConditions(fields, text) : [],
    });
  }
  return counts.finish(textOf(file, 'file', text));
}

function readFunction(fields: Fields, text: string): FunctionCount {
  const line = numberOf(fields, 'start_line', text);
  const count = countOf(fields, 'execution_count', text);
  if (!('total_prime_paths' in fields)) return { line, count };
  const total = numberOf(fields, 'total_prime_paths', text);
  return {
    line,
    count,
    primePaths: { total, covered: numberOf(fields, 'covered_prime_paths', text) },
  };
}

function readConditions(line: Fields, text: string): readonly ConditionCount[] {
  return listOf(line, 'conditions', text).map((entry) => {
    const fields = asFields(entry, text);
    const terms = (key: string): number[] =>
      listOf(fields, key, text).filter((term) => typeof term === 'number');
    return {
      count: numberOf(fields, 'count', text),
      covered: numberOf(fields, 'covered', text),
      notCoveredTrue: terms('not_covered_true'),
      notCoveredFalse: terms('not_covered_false'),
    };
  });
}

function asFields(value: unknown, text: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notGcov(text);
  return value as Fields;
}

function listOf(fields: Fields, key: string, text: string): readonly unknown[] {
  const value = fields[key];
  if (!Array.isArray(value)) throw notGcov(text, key);
  return value;
}

function textOf(fields: Fields, key: string, text: string): string {
  const value = fields[key];
  if (typeof value !== 'string') throw notGcov(text, key);
  return value;
}

function numberOf(fields: Fields, key: string, text: string): number {
  const value = fields[key];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw notGcov(text, key);
  return value;
}

/** gcov 9 prints floating point, `1.23457e+06`, from a million on. */
function countOf(fields: Fields, key: string, text: string): Count {
  const value = fields[key];
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') throw notGcov(text, key);
  if (/^-?\d+$/.test(value)) return toCount(BigInt(value));
  const rounded = Math.round(Number(value));
  if (!Number.isFinite(rounded)) throw notGcov(text, key);
  return toCount(BigInt(rounded));
}

function notGcov(text: string, key?: string): BenchError {
  const excerpt = printable(text.slice(0, EXCERPT_LENGTH));
  return new BenchError('PROGRAM_FAILED', 'gcov printed something that is not its JSON', {
    why: `${key === undefined ? '' : `no good "${key}" in it; `}it begins: ${excerpt}`,
  });
}
