import { realpath } from 'node:fs/promises';
import { isAbsolute, join, posix, relative, sep } from 'node:path';
import { discoverPathMap, type Discovery } from './discover-path-map.js';
import { applyPathMap, slashed, type PathMap } from './path-map.js';
import type { SkippedSource } from './skipped-source.js';
import type { SourceCounts } from './source-counts.js';

export interface ResolveOptions {
  /** Absolute, links resolved. */
  readonly projectRoot: string;
  /** What a relative path without a compile directory is meant from. */
  readonly workingDirectory: string;
  readonly pathMaps: readonly PathMap[];
  /** Names of the commit below the project root. */
  readonly treeNames: ReadonlySet<string>;
}

export interface ResolvedSource {
  readonly source: SourceCounts;
  /** Relative to the project root, `/` separated. */
  readonly path: string;
}

export interface Resolution {
  readonly resolved: readonly ResolvedSource[];
  readonly skipped: readonly SkippedSource[];
  readonly discovery: Discovery;
}

type Place =
  | { readonly kind: 'inside'; readonly path: string }
  | { readonly kind: 'outside'; readonly shown: string }
  | { readonly kind: 'elsewhere'; readonly built: string }
  | { readonly kind: 'shared'; readonly folders: readonly string[] };

/**
 * Says which file of the project each source of the build is. An explicit map wins; then a source
 * that lies on this disk is what it is, links resolved; the rest was compiled elsewhere and goes
 * through the one prefix that can be discovered, or is skipped. Nothing is guessed.
 */
export async function resolveSources(
  sources: readonly SourceCounts[],
  options: ResolveOptions,
): Promise<Resolution> {
  const places: (readonly [SourceCounts, Place])[] = [];
  for (const source of sources) places.push([source, await placeOf(source, options)]);
  const elsewhere = places.flatMap(([, place]) => (place.kind === 'elsewhere' ? place.built : []));
  const discovery = discoverPathMap(elsewhere, options.treeNames);
  const resolved: ResolvedSource[] = [];
  // Many units may use one source; why it is left out is said once.
  const skipped = new Map<string, SkippedSource>();
  for (const [source, place] of places) {
    const path = place.kind === 'elsewhere' ? discovered(place.built, discovery, options) : null;
    if (place.kind === 'inside') resolved.push({ source, path: place.path });
    else if (path !== null) resolved.push({ source, path });
    else {
      const one = skip(source, place, discovery);
      skipped.set(`${one.path}\0${one.text}`, one);
    }
  }
  return { resolved, skipped: [...skipped.values()], discovery };
}

async function placeOf(source: SourceCounts, options: ResolveOptions): Promise<Place> {
  const { projectRoot, pathMaps } = options;
  if (source.sharedBy) return { kind: 'shared', folders: source.sharedBy };
  const built = builtPath(source);
  const raw = posix.normalize(slashed(source.path));
  for (const map of [...pathMaps].sort((a, b) => b.from.length - a.from.length)) {
    const mapped = applyPathMap(map, built) ?? applyPathMap(map, raw);
    if (mapped !== null) return inside(projectRoot, mapped);
  }
  const onDisk = isAbsolute(built) ? built : join(options.workingDirectory, built);
  const real = await realpath(onDisk).catch(() => null);
  const below = relative(projectRoot, real ?? onDisk)
    .split(sep)
    .join('/');
  const isInside = below !== '..' && !below.startsWith('../') && !isAbsolute(below);
  if (isInside && (real !== null || options.treeNames.has(below))) {
    return { kind: 'inside', path: below };
  }
  if (real !== null) return { kind: 'outside', shown: below };
  return { kind: 'elsewhere', built };
}

/** The name the build gave, made absolute as far as it says from where. */
function builtPath(source: SourceCounts): string {
  const folder = source.compileDirectory === null ? null : slashed(source.compileDirectory);
  // A relative name has the slashes of the system its folder is on.
  const isWindows = folder !== null && /^[A-Za-z]:\//.test(folder);
  const path = isWindows ? source.path.replaceAll('\\', '/') : slashed(source.path);
  if (folder === null || isRooted(path)) return posix.normalize(path);
  return posix.normalize(posix.join(folder, path));
}

function isRooted(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

/** A mapped name may still be a link in the working tree. */
async function inside(projectRoot: string, path: string): Promise<Place> {
  const real = await realpath(join(projectRoot, path)).catch(() => null);
  const below = real === null ? path : relative(projectRoot, real).split(sep).join('/');
  const isOut = below === '..' || below.startsWith('../') || isAbsolute(below);
  return isOut ? { kind: 'outside', shown: below } : { kind: 'inside', path: below };
}

function discovered(built: string, discovery: Discovery, options: ResolveOptions): string | null {
  if (options.treeNames.has(built)) return built;
  return discovery.kind === 'found' ? applyPathMap(discovery.map, built) : null;
}

function skip(source: SourceCounts, place: Place, discovery: Discovery): SkippedSource {
  const { path } = source;
  if (place.kind === 'outside') {
    return {
      path,
      reason: 'outside-project',
      text: `it lies outside the project (${place.shown})`,
    };
  }
  if (place.kind === 'shared') {
    const text = `notes in ${place.folders.map(shownFolder).join(' and ')} mean different files by this name and do not say which: compile with whole source names, or with GCC 9 or later`;
    return { path, reason: 'ambiguous', text };
  }
  if (discovery.kind === 'ambiguous') {
    const maps = discovery.maps.map(({ from, to }) => `--path-map ${from}=${to}`).join(' or ');
    return { path, reason: 'ambiguous', text: `it fits several places: choose ${maps}` };
  }
  return {
    path,
    reason: 'unmapped',
    text: 'it was compiled elsewhere and no file of the project fits; --path-map FROM=TO can say which',
  };
}

function shownFolder(folder: string): string {
  return folder === '' ? '.' : folder;
}
