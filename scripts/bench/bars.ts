/** One number that must not be missed, and what was measured. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  /** `most`: at most the bar; `least`: at least. */
  readonly is: 'most' | 'least';
  readonly bar: number;
  readonly unit: string;
}

/** True when the measured value is on the right side of the bar; NaN is not. */
export function isMet({ value, is, bar }: Bar): boolean {
  return is === 'most' ? value <= bar : value >= bar;
}

/** The bars as rows of a table: name, measured, bar, verdict. */
export function barRows(bars: readonly Bar[]): readonly (readonly string[])[] {
  return bars.map((bar) => [
    bar.name,
    `${round(bar.value)}${bar.unit}`,
    `${bar.is === 'most' ? '<=' : '>='} ${bar.bar}${bar.unit}`,
    isMet(bar) ? 'pass' : 'FAIL',
  ]);
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
