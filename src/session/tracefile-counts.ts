import { setImmediate } from 'node:timers/promises';
import { exclusionMarkers } from '../base/exclusion-markers.js';
import type { FileCounts, UnitCounts } from '../gcov/file-counts.js';
import { leaveOutMarked, type ThrowBranches } from '../gcov/leave-out-marked.js';
import { mergeFileCounts } from '../gcov/merge-file-counts.js';
import { mergeUnits } from '../gcov/merge-units.js';
import type { Evidence } from './decode-evidence.js';
import { locateSources, type BuiltSource, type LocatedSource } from './locate-sources.js';
import { markerWarnings, type MarkedSource } from './marker-warnings.js';
import { readMarkers } from './read-markers.js';
import { SourceNames } from './source-names.js';
import { throwsOfSources, type UnitSource } from './throws-of-sources.js';

/** The counts of a tracefile as lcov captures them. */
export interface TracefileCounts {
  readonly files: readonly FileCounts[];
  readonly warnings: readonly string[];
}

type Markers = ReadonlyMap<string, MarkedSource['markers']>;

const SOURCES_AT_ONCE = 512;
const NO_MARKERS = exclusionMarkers(new Uint8Array());
const NO_THROWS: ThrowBranches = new Map();

/**
 * Counts with the names and the exclusions lcov gives them: sources are named absolutely, and read
 * for exclusion markers as far as they are on this machine. Counts that came from a tracefile stay
 * as they are. `cwd` is where relative names of objects and notes are meant from.
 */
export async function tracefileCounts(
  { units, counts }: Pick<Evidence, 'units' | 'counts'>,
  cwd: string,
): Promise<TracefileCounts> {
  const names = new SourceNames(cwd);
  const merged = mergeUnits(units, (unit, path) => names.nameOf(unit, path));
  const sources = units.flatMap((unit) =>
    Array.from(unit.files.keys(), (path) => ({ unit, path, name: names.nameOf(unit, path) })),
  );
  const located = locateSources(builtSources(sources, names), startFolders(units, names), names);
  const markers = await readAllMarkers(merged.values(), located);
  const throws = throwsOfSources(
    sources.filter(({ name }) => (markers.get(name)?.exceptionLines.size ?? 0) > 0),
  );
  const files = new Map<string, FileCounts>();
  const marked: MarkedSource[] = [];
  for (const [name, file] of merged) {
    const own = markers.get(name) ?? null;
    const left = leaveOutMarked(file, own ?? NO_MARKERS, throws.get(name) ?? NO_THROWS);
    files.set(name, left.counts);
    marked.push({
      name,
      markers: own,
      moved: located.get(name)?.moved ?? null,
      reachedLines: left.reachedLines,
      knowsThrows: own === null || own.exceptionLines.size === 0 || throws.has(name),
    });
  }
  for (const file of counts) {
    const before = files.get(file.path);
    files.set(file.path, before ? mergeFileCounts(before, file) : file);
  }
  return { files: [...files.values()], warnings: markerWarnings(marked) };
}

function builtSources(sources: readonly UnitSource[], names: SourceNames): readonly BuiltSource[] {
  const built = new Map<string, BuiltSource>();
  for (const { unit, name } of sources) {
    if (!built.has(name)) built.set(name, { name, base: names.baseOf(unit) });
  }
  return [...built.values()];
}

/** Folders the build tree may be around of, should it have been moved. */
function* startFolders(units: readonly UnitCounts[], names: SourceNames): Generator<string> {
  for (const unit of units) yield* [names.folderOf(unit), names.notesFolderOf(unit)];
}

async function readAllMarkers(
  files: Iterable<FileCounts>,
  located: ReadonlyMap<string, LocatedSource>,
): Promise<Markers> {
  const markers = new Map<string, MarkedSource['markers']>();
  for (const { path: name, lines } of files) {
    if (markers.size % SOURCES_AT_ONCE === SOURCES_AT_ONCE - 1) await setImmediate();
    const source = located.get(name);
    // A file of the same name somewhere else may be another one; it is not when it is too short.
    const leastLines = source?.moved ? lastOf(lines.keys()) : 0;
    markers.set(name, source === undefined ? null : readMarkers(source.path, leastLines));
  }
  return markers;
}

function lastOf(lines: Iterable<number>): number {
  let last = 0;
  for (const line of lines) last = Math.max(last, line);
  return last;
}
