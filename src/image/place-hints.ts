import type { CounterPlan } from './counter-plan.js';

/** What to say about where an image was loaded, when memory is not as planned. */
export function placeHints({ placing }: CounterPlan): readonly string[] {
  if (placing.kind === 'fixed') return [];
  const what = placing.kind === 'module' ? 'a relocatable module' : 'position independent';
  return placing.isGiven
    ? [`the ELF is ${what}: check the address of --load-at or image.load_at`]
    : [`the ELF is ${what}: say where it was loaded with --load-at or image.load_at`];
}

/** `0x40 bytes above where it should`. */
export function distance(shift: number): string {
  const bytes = `0x${Math.abs(shift).toString(16)} bytes`;
  return `${bytes} ${shift > 0 ? 'above' : 'below'} where it should`;
}

/** How to name the place a build was found at instead of the planned one. */
export function shiftHint({ placing }: CounterPlan, shift: number): string {
  return placing.kind === 'fixed'
    ? `an image of memory starts ${distance(-shift).replace('where it should', 'the address given for it')}`
    : `the load address is ${shift > 0 ? 'higher' : 'lower'} by 0x${Math.abs(shift).toString(16)}`;
}
