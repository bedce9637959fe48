import type { SeededRandom } from '../../scripts/seeded-random.js';
import { isBenchError, type BenchError } from '../../src/base/bench-error.js';
import { countsJson } from '../../src/gcov/counts-json.js';
import { decodeObjects } from '../../src/gcov/decode-objects.js';
import { parseVersion } from '../../src/gcov/gcov-version.js';
import { mergeUnits } from '../../src/gcov/merge-units.js';
import { indexNotes } from '../../src/gcov/notes-index.js';
import { writeTracefile } from '../../src/gcov/write-tracefile.js';
import { neutral, rawObject } from '../gcov/gcov-cases.js';
import { gcovPairs, type GcovPair } from './gcov-pairs.js';
import { isLittleEndian } from './gcov-records.js';
import type { FuzzCase, FuzzOutcome, FuzzTarget } from './fuzz-target.js';
import { differenceToGcov, hostGcov } from './host-gcov.js';
import { mutateGcov } from './mutate-gcov.js';

const NOTES = 'unit.gcno';
const DATA = 'unit.gcda';

const FIRST_JSON_MAJOR = 9;
const LAST_MAJOR = 16;

/** The gcov of this machine by the major version it suits. */
type GcovTools = ReadonlyMap<number, string>;

/** Notes and data of all compilers, damaged; what is accepted is held against this machine's gcov. */
export function gcovTarget(): FuzzTarget {
  const pairs = gcovPairs();
  const tools = new Map<number, string>();
  for (let major = FIRST_JSON_MAJOR; major <= LAST_MAJOR; major += 1) {
    const command = hostGcov(major);
    if (command !== null) tools.set(major, command);
  }
  return {
    name: 'gcov',
    make: (random) => makeCase(pairs, random),
    run: (fuzzCase) => runCase(fuzzCase, tools),
  };
}

function makeCase(pairs: readonly GcovPair[], random: SeededRandom): FuzzCase {
  const [pair, other] = [random.pick(pairs), random.pick(pairs)];
  let { notes, data } = pair;
  const texts = [`${pair.name} (parts of ${other.name})`];
  const steps = random.pick([1, 1, 1, 2, 2, 3]);
  const isNotes = random.chance(0.45);
  for (let step = 0; step < steps; step += 1) {
    // A few cases damage both.
    const target = random.chance(0.1) !== isNotes ? 'notes' : 'data';
    const mutation = mutateGcov(
      target === 'notes' ? notes : data,
      target === 'notes' ? other.notes : other.data,
      random,
    );
    texts.push(`${target}: ${mutation.text}`);
    if (target === 'notes') notes = mutation.bytes;
    else data = mutation.bytes;
  }
  return {
    recipe: texts.join('; '),
    origin: pair.name,
    files: new Map([
      [NOTES, notes],
      [DATA, data],
    ]),
  };
}

function runCase({ files, origin }: FuzzCase, tools: GcovTools): FuzzOutcome {
  const [notes, data] = [files.get(NOTES)!, files.get(DATA)!];
  try {
    const result = decodeObjects(
      [rawObject(DATA, data)],
      indexNotes([{ path: NOTES, bytes: notes }]),
      { partial: false },
    );
    // What `decode` makes of them belongs to the bounds.
    const counts = mergeUnits(result.units);
    countsJson(counts.values(), result.objects, result.warnings);
    writeTracefile(counts.values());
    const isSound = result.objects.every(({ status }) => status === 'ok');
    const problem = isSound ? null : `accepted with ${JSON.stringify(result.objects)}`;
    // clang numbers its versions as GCC does, but counts by other rules.
    const tool = origin.startsWith('clang') ? undefined : tools.get(majorOf(data));
    if (tool === undefined) return { result: 'accepted', problem };
    return {
      result: 'accepted',
      problem,
      verify: (scratch) =>
        differenceToGcov(tool, { notes, data }, neutral(counts.values()), scratch),
    };
  } catch (error) {
    if (!isBenchError(error)) throw error;
    return { result: error.code, problem: faultOfRefusal(error, { notes, data }) };
  }
}

/** What a refusal fails to say: file, place, what was expected and found, and the version in words. */
function faultOfRefusal(
  error: BenchError,
  pair: { notes: Uint8Array; data: Uint8Array },
): string | null {
  const { code, message, why = '' } = error;
  const said = `${code}: ${message}: ${why}`;
  if (code === 'INTERNAL') return said;
  if (error.hints.length === 0) return `no hint: ${said}`;
  if (code === 'NOTES_MISSING') return null;
  const bytes = message.startsWith(NOTES) ? pair.notes : pair.data;
  if (!message.startsWith(NOTES) && !message.startsWith(DATA)) return `no file: ${said}`;
  if (!/at byte \d+ \(0x[0-9a-f]+\): expected .+, found .+/.test(why)) return `no place: ${said}`;
  // What is no gcov file at all says no version.
  const isForeign = / is not a gcov /.test(message);
  return majorOf(bytes) === 0 || isForeign || why.includes('GCC ') ? null : `no version: ${said}`;
}

function majorOf(bytes: Uint8Array): number {
  if (bytes.length < 8) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return parseVersion(view.getUint32(4, isLittleEndian(bytes)))?.major ?? 0;
}
