import { isAtLeast, type GcovVersion } from './gcov-version.js';

/** What a kind of counter is, as libgcov names it. */
export type CounterKind =
  | 'arcs'
  | 'interval'
  | 'pow2'
  | 'single'
  | 'delta'
  | 'topn'
  | 'indirect call'
  | 'average'
  | 'ior'
  | 'time profiler'
  | 'indirect topn'
  | 'conditions'
  | 'paths';

const TO_GCC_6: readonly CounterKind[] = [
  'arcs',
  'interval',
  'pow2',
  'single',
  'delta',
  'indirect call',
  'average',
  'ior',
  'time profiler',
  'indirect topn',
];
const GCC_7_TO_9 = TO_GCC_6.filter((kind) => kind !== 'delta');
const SINCE_GCC_10: readonly CounterKind[] = [
  'arcs',
  'interval',
  'pow2',
  'topn',
  'indirect call',
  'average',
  'ior',
  'time profiler',
  'conditions',
  'paths',
];

/**
 * What the number of a counter record means; null for a number this version does not have. Numbers
 * changed with GCC 7 and 10; conditions came with 14, paths with 15 (`docs/gcov-format.md`).
 */
export function counterKind(kind: number, version: GcovVersion): CounterKind | null {
  if (isAtLeast(version, 10)) {
    const name = SINCE_GCC_10[kind] ?? null;
    if (name === 'conditions' && version.major < 14) return null;
    return name === 'paths' && version.major < 15 ? null : name;
  }
  return (isAtLeast(version, 7) ? GCC_7_TO_9 : TO_GCC_6)[kind] ?? null;
}
