import { BenchError } from '../base/bench-error.js';
import type { CounterPlan } from './counter-plan.js';

/** Refuses to look for a module in memory when nobody said where it was loaded. Errors: USAGE. */
export function refuseUnplaced({ placing }: CounterPlan): void {
  const { unplaced } = placing;
  if (unplaced.length === 0) return;
  const shown = unplaced.slice(0, 4).join(', ');
  const rest = unplaced.length > 4 ? ` and ${unplaced.length - 4} more` : '';
  throw new BenchError('USAGE', 'where the module was loaded is not known', {
    why: `it is relocatable, and nobody said the address of ${shown}${rest}`,
    hints: [
      '--load-at .data=0xADDRESS --load-at .bss=0xADDRESS, or image.load_at in the board file',
      'one --load-at 0xADDRESS does for a module that was loaded in one piece',
    ],
  });
}
