import { growthExponent } from './statistics.js';
import type { Timing } from './time-in-turns.js';

/** The timing of one tool over a number of units. */
export interface SizedTiming extends Timing {
  readonly units: number;
}

/** What the bench measured: times over all sizes, and starts that do nothing, in milliseconds. */
export interface DecodeMeasured {
  readonly units: number;
  readonly timings: readonly SizedTiming[];
  readonly starts: { readonly ours: number; readonly node: number; readonly gcov: number };
}

/** The exponent of time over units of one tool, as measured and without the start of its process. */
export function exponentsOf(
  { timings }: DecodeMeasured,
  tool: string,
  startMs: number,
): { readonly raw: number; readonly withoutStart: number } {
  const points = timings.filter(({ name }) => name === tool);
  const exponent = (offMs: number): number =>
    growthExponent(points.map(({ units, wallMs }) => ({ size: units, time: wallMs - offMs })));
  return { raw: exponent(0), withoutStart: exponent(startMs) };
}

/** The measurements as tables: all tools at the full size, then growth, then starts. */
export function decodeTables(measured: DecodeMeasured): readonly (readonly string[][])[] {
  const { timings, starts, units } = measured;
  const full = timings.filter((timing) => timing.units === units);
  const ours = full.find(({ name }) => name === 'otto-bench');
  const heading = ['tool', `${units} units`, 'runs', 'wall s', 'cpu s', 'peak MB', 'wall / ours'];
  const sizes = [...new Set(timings.map((timing) => timing.units))];
  const growth = (tool: string, startMs: number): string[] => {
    const walls = sizes.map((size) =>
      seconds(timings.find(({ name, units: of }) => name === tool && of === size)?.wallMs ?? null),
    );
    const { raw, withoutStart } = exponentsOf(measured, tool, startMs);
    return [tool, ...walls, raw.toFixed(2), withoutStart.toFixed(2)];
  };
  return [
    [
      heading,
      ...full.map(({ name, how, runs, wallMs, cpuMs, peakBytes }) => [
        name,
        how,
        `${runs}`,
        seconds(wallMs),
        seconds(cpuMs),
        peakBytes === null ? '-' : (peakBytes / 1e6).toFixed(0),
        ours ? (wallMs / ours.wallMs).toFixed(2) : '-',
      ]),
    ],
    [
      ['wall s', ...sizes.map((size) => `${size} units`), 'exponent', 'without start'],
      growth('otto-bench', starts.ours),
      growth('gcov', starts.gcov),
      growth('gcov --stdout', starts.gcov),
    ],
    [
      ['start', 'ms'],
      ['otto-bench --version', starts.ours.toFixed(1)],
      ['node -e 0', starts.node.toFixed(1)],
      ['gcov --version', starts.gcov.toFixed(1)],
    ],
  ];
}

function seconds(ms: number | null): string {
  return ms === null ? '-' : (ms / 1000).toFixed(3);
}
