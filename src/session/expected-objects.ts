import { BenchError } from '../base/bench-error.js';
import type { RawObject } from '../gcov/raw-object.js';
import type { CounterPlan } from '../image/counter-plan.js';

// More repeated objects than this are said by their number.
const MAX_SAID = 3;

export interface Expectation {
  readonly plan: CounterPlan | null;
  readonly partial: boolean;
  /** See `SourceContent.gaps`; without a plan they refuse the dump. */
  readonly gaps?: readonly string[];
}

/**
 * What was given held against what the build has: with a plan, objects that did not arrive are
 * `missing`; without one, a dump without its beginning or end is refused unless `partial`. The same
 * object given twice counts once. Errors: DAMAGED_DUMP, those of checkAgainstPlan.
 */
export async function expectedObjects(
  given: readonly RawObject[],
  { plan, partial, gaps }: Expectation,
): Promise<{ readonly objects: readonly RawObject[]; readonly warnings: readonly string[] }> {
  const { objects, warnings } = withoutRepeats(given);
  if (!plan && !partial) refuseGaps(gaps ?? []);
  if (!plan || objects.length === 0) return { objects, warnings };
  const { checkAgainstPlan } = await import('../image/check-against-plan.js');
  return { objects: checkAgainstPlan(objects, plan), warnings };
}

/** One of each pair of equal objects; different counts of one object are left for the decoder. */
function withoutRepeats(given: readonly RawObject[]): {
  objects: readonly RawObject[];
  warnings: string[];
} {
  const seen = new Map<string, RawObject[]>();
  const objects: RawObject[] = [];
  const repeats = new Map<string, [RawObject, RawObject][]>();
  for (const object of given) {
    const key = `${object.path}\0${object.bytes.length}`;
    const alike = seen.get(key) ?? [];
    const same = alike.find(
      (other) =>
        other.origin.source !== object.origin.source &&
        other.bytes.length > 0 &&
        Buffer.compare(other.bytes, object.bytes) === 0,
    );
    if (same) {
      const sources = `${object.origin.source}\0${same.origin.source}`;
      const pairs = repeats.get(sources) ?? [];
      pairs.push([object, same]);
      repeats.set(sources, pairs);
      continue;
    }
    alike.push(object);
    seen.set(key, alike);
    objects.push(object);
  }
  return { objects, warnings: [...repeats.values()].flatMap(repeatWarnings) };
}

function repeatWarnings(pairs: readonly (readonly [RawObject, RawObject])[]): readonly string[] {
  const sentences = pairs.map(
    ([{ path, origin }, same]) =>
      `${path} from ${origin.source} is the same as from ${same.origin.source}: counted once`,
  );
  const [first] = pairs;
  if (sentences.length <= MAX_SAID || !first) return sentences;
  const [one, other] = first.map(({ origin }) => origin.source);
  return [`${pairs.length} objects from ${one} are the same as from ${other}: counted once`];
}

/** Only the ELF can tell that everything is there when a dump has no beginning or no end. */
function refuseGaps(gaps: readonly string[]): void {
  if (gaps.length === 0) return;
  throw new BenchError('DAMAGED_DUMP', 'the dump is not whole, so objects may be missing from it', {
    why: gaps.join('\n'),
    hints: [
      'dump again, and log from before the command is sent to after its end',
      'name the ELF (--elf FILE): with it the missing objects are known',
      'or go on with what is there: --partial',
    ],
  });
}
