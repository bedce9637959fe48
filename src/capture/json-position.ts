import { readJson } from './read-json.js';
import type { JsonPath } from './json-value.js';

/** `line:column` of an offset, both from 1; a column is a UTF-16 unit. */
export function textPosition(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return `${before.split('\n').length}:${offset - lastBreak}`;
}

/**
 * `line:column` of the values at some paths in JSON text that is known to be readable, in one
 * reading that ends with the last of them.
 */
export function jsonPositions(text: string, paths: readonly JsonPath[]): string[] {
  const wanted = new Map(paths.map((path) => [path.join('\0'), 0]));
  let missing = wanted.size;
  readJson(text, (pathHere, offset) => {
    const here = pathHere().join('\0');
    if (wanted.has(here)) {
      wanted.set(here, offset);
      missing -= 1;
    }
    return missing > 0;
  });
  return paths.map((path) => textPosition(text, wanted.get(path.join('\0')) ?? 0));
}
