import type { SeededRandom } from '../../scripts/seeded-random.js';

/** One damaged input: its files by name, and how they were made, for whoever has to look at it. */
export interface FuzzCase {
  readonly recipe: string;
  /** The sound input it was made of. */
  readonly origin: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** What the program made of a case. */
export interface FuzzOutcome {
  /** `accepted`, or the code of the refusal. */
  readonly result: string;
  /** What is wrong with that, else null. */
  readonly problem: string | null;
  /** A further look at the result that is neither timed nor bounded: what is wrong, else null. */
  readonly verify?: (scratch: string) => string | null;
}

/** A part of the program, fed with damaged inputs. */
export interface FuzzTarget {
  readonly name: string;
  /** Makes one case out of sound files; the same numbers make the same case. */
  make(random: SeededRandom): FuzzCase;
  /** Runs the program on it. Whatever it throws is a crash. */
  run(fuzzCase: FuzzCase): FuzzOutcome;
}
