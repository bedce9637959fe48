import { readJson } from './read-json.js';
import type { JsonPath } from './json-value.js';

/** `line:column` of an offset, both from 1; a column is a UTF-16 unit. */
export function textPosition(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return `${before.split('\n').length}:${offset - lastBreak}`;
}

/** `line:column` of the value at a path in JSON text that is known to be readable. */
export function jsonPosition(text: string, path: JsonPath): string {
  const wanted = path.join('\0');
  let found = 0;
  readJson(text, (pathHere, offset) => {
    const here = pathHere();
    if (here.length === path.length && here.join('\0') === wanted) found = offset;
  });
  return textPosition(text, found);
}
