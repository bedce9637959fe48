import { printable } from '../base/printable.js';
import { absoluteSource } from './absolute-source.js';
import type { UnitCounts } from './file-counts.js';
import { primarySource } from './primary-source.js';

const MAX_NAMED = 4;

/**
 * Leaves out units that never ran and are of a source which another build of it did run: notes of an
 * older build, or of another variant, that lie beside those of the firmware. Their lines are not
 * those of what runs. Only sources whose whole name is known are compared.
 */
export function withoutStaleUnits(units: readonly UnitCounts[]): {
  readonly units: readonly UnitCounts[];
  readonly warnings: readonly string[];
} {
  const idle = units.filter((unit) => !hasData(unit));
  if (idle.length === 0 || idle.length === units.length) return { units, warnings: [] };
  const run = new Set(units.filter(hasData).map(wholePrimary));
  const stale = new Set(
    idle.filter((unit) => {
      const source = wholePrimary(unit);
      return source !== null && run.has(source);
    }),
  );
  if (stale.size === 0) return { units, warnings: [] };
  const names = [...stale].slice(0, MAX_NAMED).map(({ name }) => printable(name));
  const rest = stale.size > MAX_NAMED ? ` and ${stale.size - MAX_NAMED} more` : '';
  return {
    units: units.filter((unit) => !stale.has(unit)),
    warnings: [
      `${names.join(', ')}${rest}: not counted, the data is of another build of the same source`,
    ],
  };
}

function hasData({ name, notesPath }: UnitCounts): boolean {
  return name !== notesPath;
}

function wholePrimary(unit: UnitCounts): string | null {
  const source = primarySource(unit);
  if (source === null) return null;
  const whole = absoluteSource(source, unit.compileDirectory);
  return /^(?:[A-Za-z]:)?[\\/]/.test(whole) ? whole : null;
}
