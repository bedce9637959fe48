import { barRows, isMet, type Bar } from './bars.js';
import { textTable } from './text-table.js';

/** What a bench is told. */
export interface BenchOptions {
  /** A folder with files to use instead of those the bench makes; null for its own. */
  readonly corpus: string | null;
  /** How often each candidate is timed. */
  readonly runs: number;
  /** Candidates that are not to run. */
  readonly without: readonly string[];
  readonly say: (text: string) => void;
}

/** What a bench found out. */
export interface BenchReport {
  readonly name: string;
  /** Everything measured, as it goes into the JSON file. */
  readonly results: Readonly<Record<string, unknown>>;
  readonly bars: readonly Bar[];
  /** Tables for the terminal, the first row of each its heading. */
  readonly tables: readonly (readonly (readonly string[])[])[];
  readonly notes: readonly string[];
}

/** The report as it is printed. */
export function reportText({ name, tables, bars, notes }: BenchReport): string {
  const verdicts = [['bar', 'measured', 'wanted', ''], ...barRows(bars)];
  const parts = [...tables, verdicts].map(textTable);
  return [`bench: ${name}`, ...parts, notes.join('\n')].filter(Boolean).join('\n\n');
}

/** The report as JSON, with a verdict on every bar. */
export function reportJson({ name, results, bars, notes }: BenchReport): string {
  const verdicts = bars.map((bar) => ({ ...bar, isMet: isMet(bar) }));
  return `${JSON.stringify({ bench: name, ...results, bars: verdicts, notes }, null, 1)}\n`;
}
