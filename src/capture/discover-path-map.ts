import type { PathMap } from './path-map.js';

/** What was found out about a build tree that is not this working tree. */
export type Discovery =
  | { readonly kind: 'found'; readonly map: PathMap; readonly sources: number }
  | { readonly kind: 'ambiguous'; readonly maps: readonly PathMap[] }
  | { readonly kind: 'none' };

interface Vote {
  readonly map: PathMap;
  sources: number;
  /** Names the two paths have in common, over all sources. */
  names: number;
  longest: number;
}

const MAX_SHOWN = 4;
// Thousands of sources times thousands of files of one name prove nothing and take for ever.
const MAX_PAIRS = 1_000_000;

/**
 * Finds the one prefix under which the build's sources have the names of the commit's tree: sources
 * compiled in `/home/bench/pump-board/src/valve.c` and a tree with `src/valve.c` make
 * `/home/bench/pump-board` the project root. Each pair of source and tree name with the same end
 * votes for the prefixes before it; the map most sources vote for wins, then the one with the
 * longer common ends. Two equal ones are ambiguous, and a single bare file name is no evidence
 * unless the file lies at the top of the tree.
 */
export function discoverPathMap(
  sources: readonly string[],
  treeNames: Iterable<string>,
): Discovery {
  const byName = new Map<string, string[][]>();
  for (const name of treeNames) {
    const parts = name.split('/');
    const key = parts.at(-1) ?? '';
    const same = byName.get(key);
    if (same) same.push(parts);
    else byName.set(key, [parts]);
  }
  const votes = new Map<string, Vote>();
  let pairs = 0;
  for (const source of new Set(sources)) {
    const parts = source.split('/');
    const names = byName.get(parts.at(-1) ?? '') ?? [];
    pairs += names.length;
    if (pairs > MAX_PAIRS) return { kind: 'none' };
    for (const name of names) castVote(votes, parts, name);
  }
  const ranked = [...votes.values()]
    .filter((vote) => vote.sources > 1 || vote.longest > 1 || vote.map.to === '.')
    .sort((a, b) => b.sources - a.sources || b.names - a.names);
  const [best] = ranked;
  if (!best) return { kind: 'none' };
  const equal = ranked.filter((vote) => vote.sources === best.sources && vote.names === best.names);
  if (equal.length > 1) {
    return { kind: 'ambiguous', maps: equal.slice(0, MAX_SHOWN).map(({ map }) => map) };
  }
  return { kind: 'found', map: best.map, sources: best.sources };
}

function castVote(votes: Map<string, Vote>, source: readonly string[], name: readonly string[]) {
  let common = 0;
  while (
    common < source.length &&
    common < name.length &&
    source[source.length - 1 - common] === name[name.length - 1 - common]
  ) {
    common += 1;
  }
  const from = source.slice(0, source.length - common).join('/');
  // The source is named as in the tree: no prefix to find.
  if (source.length === common) return;
  const to = name.slice(0, name.length - common).join('/') || '.';
  const key = `${from}\0${to}`;
  const vote = votes.get(key) ?? {
    map: { from: from === '' ? '/' : from, to },
    sources: 0,
    names: 0,
    longest: 0,
  };
  vote.sources += 1;
  vote.names += common;
  vote.longest = Math.max(vote.longest, common);
  votes.set(key, vote);
}
