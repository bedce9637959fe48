import { isBenchError, type BenchError } from '../base/bench-error.js';
import type { CounterData } from '../gcov/counter-data.js';
import { mergeData } from '../gcov/merge-data.js';
import type { RawObject } from '../gcov/raw-object.js';
import { readData } from '../gcov/read-data.js';
import { unitIdentity } from '../gcov/unit-identity.js';
import { writeData } from '../gcov/write-data.js';
import { isSound } from '../gcov/is-sound.js';

interface Merged {
  object: RawObject;
  data: CounterData | null;
}

/**
 * One object a unit, as other tools need them: runs of one unit are merged as libgcov merges them,
 * and what came once stays as it came, without fill behind it. Every sound object is read for that:
 * what is no whole image becomes `damaged`. Warnings are the remarks of reading and merging.
 */
export function mergedObjects(given: readonly RawObject[]): {
  readonly objects: readonly RawObject[];
  readonly warnings: readonly string[];
} {
  const merged: Merged[] = [];
  const byUnit = new Map<string, Merged>();
  const warnings = new Set<string>();
  for (const object of given) {
    const data = isSound(object) ? readOr(object) : null;
    if (data === null || isBenchError(data)) {
      merged.push({ object: data === null ? object : damaged(object, data), data: null });
      continue;
    }
    const key = unitIdentity(data);
    const before = byUnit.get(key);
    const one = before ?? { object: withoutFill(object, data), data };
    if (before === undefined) {
      merged.push(one);
      byUnit.set(key, one);
    } else add(before, object, data);
    for (const remark of one.data?.remarks ?? []) warnings.add(`${object.path}: ${remark}`);
  }
  return { objects: merged.map(({ object }) => object), warnings: [...warnings] };
}

function add(into: Merged, object: RawObject, data: CounterData): void {
  if (into.data === null) return;
  const sum = mergeData(into.data, data);
  const isRepaired = into.object.status === 'repaired' || object.status === 'repaired';
  const status = isRepaired ? 'repaired' : 'ok';
  const reason = into.object.reason ?? object.reason;
  into.data = sum;
  into.object = {
    ...into.object,
    bytes: writeData(sum),
    status,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Flash and fixed buffers fill what the image leaves; another tool may not expect it. */
function withoutFill(object: RawObject, data: CounterData): RawObject {
  const image = (data.remarks ?? []).length === 0 ? null : writeData(data);
  if (image === null || image.length >= object.bytes.length) return object;
  const start = object.bytes.subarray(0, image.length);
  return Buffer.compare(start, image) === 0 ? { ...object, bytes: start } : object;
}

function readOr(object: RawObject): CounterData | BenchError {
  try {
    return readData(object.bytes, object.path);
  } catch (error) {
    if (isBenchError(error)) return error;
    throw error;
  }
}

function damaged(object: RawObject, error: BenchError): RawObject {
  return { ...object, status: 'damaged', reason: `${error.message}: ${error.why ?? ''}` };
}
