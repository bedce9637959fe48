import type { SeededRandom } from '../../scripts/seeded-random.js';
import { mutateBytes, setWord, splice, type Mutation } from './byte-mutation.js';
import { isLittleEndian, recordsOf, type RecordPlace } from './gcov-records.js';

// prettier-ignore
const ODD_WORDS = [
  0, 1, 2, 3, 8, 64, 0xff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffff8, 0xffffffff,
  0x01000000, 0x01410000, 0x01430000, 0x01450000, 0x01470000, 0x01490000, 0x01a10000,
  0x01a30000, 0x01b10000, 0x01b30000, 0x01ff0000, 0xa1000000, 0xa3000000, 0x12345678,
];
// Versions of all layouts.
const VERSIONS = ['402*', '407*', '408*', '504*', 'A83r', 'A93*', 'B02*', 'B13*', 'B22*', 'B42*'];
const NEWER = ['B53*', 'B62*', 'C12*', 'Z99*', '????'];
const FILL_BYTES = [4, 8, 100, 4096];

/** Changes one thing in a notes or data file; `other` is a file of the same kind to take parts of. */
export function mutateGcov(bytes: Uint8Array, other: Uint8Array, random: SeededRandom): Mutation {
  const records = recordsOf(bytes);
  if (records.length === 0 || random.chance(0.25)) return mutateBytes(bytes, random);
  const isLittle = isLittleEndian(bytes);
  const record = random.pick(records);
  const words = Math.floor((record.end - record.payload) / 4);
  switch (random.below(10)) {
    case 0:
      return setWord(bytes, record.start + 4, oddLength(record, random), isLittle, 'length');
    case 1:
      return setWord(bytes, record.start, random.pick(ODD_WORDS), isLittle, 'tag');
    case 2:
    case 3:
    case 4:
      if (words === 0) return mutateBytes(bytes, random);
      return changeWord(bytes, record.payload + random.below(words) * 4, random);
    case 5:
      return moveRecord(bytes, record, random.pick(records), random);
    case 6:
      return takeRecord(bytes, record, other, random);
    case 7:
      return setVersion(bytes, random);
    case 8:
      return setWord(bytes, random.pick([8, 12, 16]), oddWord(random), isLittle, 'header word');
    default:
      return addTail(bytes, other, random);
  }
}

/** Small steps keep most of a file believable. */
function changeWord(bytes: Uint8Array, at: number, random: SeededRandom): Mutation {
  const isLittle = isLittleEndian(bytes);
  if (random.chance(0.5)) return setWord(bytes, at, oddWord(random), isLittle, 'word');
  const value = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, isLittle);
  const near = (value + random.pick([-2, -1, 1, 2, 16])) >>> 0;
  return setWord(bytes, at, near, isLittle, 'word');
}

function oddWord(random: SeededRandom): number {
  if (random.chance(0.6)) return random.pick(ODD_WORDS);
  return random.chance(0.5) ? random.below(64) : random.word();
}

function oddLength({ payload, end }: RecordPlace, random: SeededRandom): number {
  if (random.chance(0.4)) return random.pick(ODD_WORDS);
  return (end - payload + random.pick([-8, -4, -1, 1, 4, 8])) >>> 0;
}

function setVersion(bytes: Uint8Array, random: SeededRandom): Mutation {
  const text = random.pick([...VERSIONS, ...NEWER]);
  const codes = Buffer.from(text, 'latin1');
  const word = isLittleEndian(bytes) ? codes.reverse() : codes;
  return { text: `version set to ${text}`, bytes: splice(bytes, 4, 4, word) };
}

/** Drops, doubles or moves a whole record. */
function moveRecord(
  bytes: Uint8Array,
  record: RecordPlace,
  target: RecordPlace,
  random: SeededRandom,
): Mutation {
  const { start, end } = record;
  const part = bytes.subarray(start, end);
  switch (random.below(3)) {
    case 0:
      return { text: `record at ${start} lost`, bytes: splice(bytes, start, end - start, []) };
    case 1:
      return {
        text: `record at ${start} doubled before ${target.start}`,
        bytes: splice(bytes, target.start, 0, part),
      };
    default: {
      // The later place first, so that the earlier one still holds.
      const [first, last] = start < target.start ? [record, target] : [target, record];
      const [a, b] = [first, last].map((one) => bytes.subarray(one.start, one.end));
      const swapped = splice(bytes, last.start, last.end - last.start, a ?? []);
      return {
        text: `records at ${first.start} and ${last.start} swapped`,
        bytes: splice(swapped, first.start, first.end - first.start, b ?? []),
      };
    }
  }
}

function takeRecord(
  bytes: Uint8Array,
  record: RecordPlace,
  other: Uint8Array,
  random: SeededRandom,
): Mutation {
  const records = recordsOf(other);
  if (records.length === 0) return mutateBytes(bytes, random);
  const { start, end } = random.pick(records);
  const lost = random.chance(0.5) ? record.end - record.start : 0;
  return {
    text: `${lost} bytes at ${record.start} replaced by bytes ${start} to ${end} of another file`,
    bytes: splice(bytes, record.start, lost, other.subarray(start, end)),
  };
}

function addTail(bytes: Uint8Array, other: Uint8Array, random: SeededRandom): Mutation {
  if (random.chance(0.3)) {
    return { text: 'another file behind it', bytes: splice(bytes, bytes.length, 0, other) };
  }
  const size = random.pick(FILL_BYTES);
  const value = random.pick([0x00, 0xff, 0xaa]);
  const text = `${size} bytes of ${value} behind it`;
  return { text, bytes: splice(bytes, bytes.length, 0, new Uint8Array(size).fill(value)) };
}
