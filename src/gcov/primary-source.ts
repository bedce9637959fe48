import type { UnitCounts } from './file-counts.js';

/**
 * The source a unit was made of, as the compiler named it: of those with functions the one its notes
 * are called after (`valve.gcno`, `valve.c.gcno`, `fw-valve.gcno`, `src_valve.c.gcno`); null when
 * none is.
 */
export function primarySource({ name, notesPath, files }: UnitCounts): string | null {
  const stem = baseOf(notesPath ?? name).replace(/\.gc(?:no|da)$/, '');
  const sources = [...files].filter(([, { functions }]) => functions.size > 0);
  const named = sources.filter(([path]) => {
    const base = baseOf(path);
    return [base, base.replace(/\.[^.]*$/, '')].some(
      (one) => stem === one || stem.endsWith(`-${one}`) || stem.endsWith(`_${one}`),
    );
  });
  // The longest name is the most telling: `x_valve.c` before `valve.c`.
  const [best] = named.toSorted(([a], [b]) => baseOf(b).length - baseOf(a).length);
  return best?.[0] ?? null;
}

function baseOf(path: string): string {
  return path.split(/[\\/#]/).at(-1) ?? '';
}
