import type { Bar } from './bars.js';
import { exponentsOf, type DecodeMeasured } from './decode-tables.js';

const MEGABYTE = 1e6;

/** What decoding must not miss; tools that were not timed have no bar. */
export function decodeBars(measured: DecodeMeasured): readonly Bar[] {
  const { timings, starts, units } = measured;
  const find = (tool: string) =>
    timings.find((timing) => timing.name === tool && timing.units === units);
  const ours = find('otto-bench');
  if (ours === undefined) throw new RangeError('our own program was not timed');
  const fasterThan = (tool: string, bar: number): Bar[] => {
    const other = find(tool);
    if (other === undefined) return [];
    const value = other.wallMs / ours.wallMs;
    return [{ name: `times faster than ${tool}`, value, is: 'least', bar, unit: 'x' }];
  };
  const gcovMs = find('gcov')?.wallMs ?? Number.NaN;
  const peak: Bar[] =
    ours.peakBytes === null
      ? []
      : [
          {
            name: 'peak memory',
            value: ours.peakBytes / MEGABYTE,
            is: 'most',
            bar: 256,
            unit: ' MB',
          },
        ];
  return [
    {
      name: 'wall of gcov --json-format',
      value: ours.wallMs / gcovMs,
      is: 'most',
      bar: 0.5,
      unit: 'x',
    },
    ...fasterThan('grcov', 15),
    ...fasterThan('gcovr', 15),
    ...fasterThan('lcov', 50),
    ...peak,
    {
      name: 'exponent of time over units, without start',
      value: exponentsOf(measured, 'otto-bench', starts.ours).withoutStart,
      is: 'most',
      bar: 1.1,
      unit: '',
    },
    {
      name: '--version, in starts of node',
      value: starts.ours / starts.node,
      is: 'most',
      bar: 2,
      unit: 'x',
    },
  ];
}
