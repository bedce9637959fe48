import { parseMemorySpec } from '../board/port-spec.js';
import { createLink } from './create-link.js';
import { GdbDoor } from './gdb-door.js';
import type { Link } from './link.js';

/**
 * The way into the tester's own gdb for a memory source of that kind (`mi:`, or `mi:/dev/pts/N` over
 * a terminal the tester made), nothing opened yet; null for every other source.
 */
export function makeGdbDoor(text: string, baseFolder: string): GdbDoor | null {
  const spec = parseMemorySpec(text);
  if (spec?.kind !== 'mi') return null;
  const { path } = spec;
  if (path === null) return new GdbDoor(text);
  return new GdbDoor(text, (): Link => createLink(`serial:${path}`, { baseFolder }));
}
