import type { z } from 'zod';
import { nearestName } from '../base/nearest-name.js';
import { printable } from '../base/printable.js';
import { knownKeysAt } from './board-schema.js';
import { locateKeys, pathKey, type KeyPlace, type TextPlace } from './locate-keys.js';

const START: TextPlace = { line: 1, column: 1 };
const MOST_PROBLEMS = 20;

/**
 * Says every mistake of a board file as `FILE:LINE:COLUMN: what`, in the order of the file, each
 * followed by the line it is on.
 */
export function boardProblems(
  issues: readonly z.core.$ZodIssue[],
  text: string,
  name: string,
): readonly string[] {
  const places = locateKeys(text);
  const lines = text.split(/\r?\n/);
  return issues
    .flatMap((issue) => problemsOf(issue, places))
    .sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
    .slice(0, MOST_PROBLEMS)
    .map(({ place, what }) => {
      const source = printable(withoutPassword(lines[place.line - 1] ?? '')).slice(0, 100);
      return `${name}:${place.line}:${place.column}: ${what}\n${place.line} | ${source}`;
    });
}

function withoutPassword(line: string): string {
  return line.replace(/^(.*\bpassword["']?\s*=\s*).*$/, '$1…');
}

interface Problem {
  readonly place: TextPlace;
  readonly what: string;
}

function problemsOf(
  issue: z.core.$ZodIssue,
  places: ReadonlyMap<string, KeyPlace>,
): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      place: nearestPlace([...issue.path, key], places, 'key'),
      what: `unknown key "${printable(key)}"${inTable(issue.path)}${meant(key, issue.path)}`,
    }));
  }
  const isMissing = issue.path.length > 0 && !places.has(pathKey(issue.path));
  if (isMissing) {
    const table = issue.path.slice(0, -1);
    return [
      {
        place: nearestPlace(table, places, 'key'),
        what: `"${String(issue.path.at(-1))}" is missing${inTable(table)}`,
      },
    ];
  }
  const subject = issue.path.length > 0 ? `"${keyText(issue.path)}" ` : '';
  return [
    { place: nearestPlace(issue.path, places, 'value'), what: `${subject}${said(issue.message)}` },
  ];
}

/** zod's sentences start with a verdict of their own ("Invalid input: …"). */
function said(message: string): string {
  const [, rest] = /^Invalid (?:input|option): (.*)$/s.exec(message) ?? [];
  const [, bound] = /^Too (?:small|big): (.*)$/s.exec(message) ?? [];
  if (bound !== undefined) return `is out of range: ${bound}`;
  if (rest !== undefined) return `is not valid: ${rest}`;
  return message;
}

function inTable(path: readonly PropertyKey[]): string {
  return path.length > 0 ? ` in [${keyText(path)}]` : '';
}

function keyText(path: readonly PropertyKey[]): string {
  return printable(path.map(String).join('.'));
}

function meant(key: string, path: readonly PropertyKey[]): string {
  const known = knownKeysAt(path);
  const near = nearestName(key, known);
  if (near !== null) return `: did you mean "${near}"?`;
  return known.length > 0 ? `; known are ${known.join(', ')}` : '';
}

/** The place of the path itself, else of the nearest table around it. */
function nearestPlace(
  path: readonly PropertyKey[],
  places: ReadonlyMap<string, KeyPlace>,
  side: keyof KeyPlace,
): TextPlace {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const place = places.get(pathKey(path.slice(0, depth)));
    if (place) return depth === path.length ? place[side] : place.key;
  }
  return START;
}
