import type { z } from 'zod';
import { BenchError } from '../base/bench-error.js';
import { CAPTURE_SCHEMA, type Capture } from './capture.js';
import { captureSchema } from './capture-schema.js';
import { jsonPositions, textPosition } from './json-position.js';
import { JsonSyntaxError } from './json-tokens.js';
import type { JsonPath, JsonValue } from './json-value.js';
import { readJson } from './read-json.js';

const MAX_SHOWN = 5;

/**
 * Reads a capture file of schema v2. `name` is for messages. Nothing in it is trusted: unknown or
 * repeated keys, paths outside the project, ids that are not full, counts that are not whole are
 * all refused by place. Errors: MALFORMED_CAPTURE.
 */
export function readCapture(bytes: Uint8Array, name: string): Capture {
  const text = decode(bytes, name);
  let json: JsonValue;
  try {
    json = readJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const place = textPosition(text, error.offset);
    throw malformed(name, `${error.message} (${place})`, []);
  }
  checkVersion(json, name);
  const result = judge(json, name);
  if (!result.success) {
    const findings = result.error.issues.flatMap(findingsOf);
    const first = findings[0] ?? { path: [], cause: 'it does not fit the format' };
    const shown = findings.slice(0, MAX_SHOWN);
    const places = jsonPositions(
      text,
      shown.map(({ path }) => path),
    );
    const placed = shown.map((found, index) => `${places[index]} ${describe(found)}`);
    if (findings.length > MAX_SHOWN) placed.push(`and ${findings.length - MAX_SHOWN} more`);
    throw malformed(name, describe(first), placed);
  }
  const file = result.data;
  return {
    tier: file.tier,
    baseCommit: file.base_commit,
    dirtyRemap: file.dirty_remap,
    capturedAt: file.captured_at,
    tester: file.tester,
    ticket: file.ticket,
    note: file.note,
    labs: file.labs,
    board: file.board,
    displayName: file.display_name,
    files: file.files,
  };
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.startsWith('\ufeff')) return text;
  } catch {
    throw malformed(name, 'it is not UTF-8 text', []);
  }
  throw malformed(name, 'it starts with a byte-order mark', []);
}

/** The schema gathers all that is wrong, and runs out of stack somewhere past a hundred thousand. */
function judge(json: JsonValue, name: string): ReturnType<typeof captureSchema.safeParse> {
  try {
    return captureSchema.safeParse(json);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw malformed(name, 'it does not fit the format in more places than can be named', []);
  }
}

/** The version decides what all the rest means, so it is judged alone and first. */
function checkVersion(json: JsonValue, name: string): void {
  if (!(json instanceof Map)) throw malformed(name, 'it is not a JSON object', []);
  const version: unknown = json.get('schema');
  if (version === CAPTURE_SCHEMA) return;
  const found =
    version === undefined
      ? 'none'
      : typeof version === 'number' && Number.isInteger(version)
        ? `v${version}`
        : `${kindOf(version)} (expected a whole number)`;
  throw new BenchError(
    'MALFORMED_CAPTURE',
    `malformed capture ${name}: format v${CAPTURE_SCHEMA} is needed, found ${found}`,
    { hints: ['take the capture again with this version of the tool, or remove the file'] },
  );
}

function kindOf(value: unknown): string {
  if (value instanceof Map) return 'an object';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
}

interface Finding {
  readonly path: JsonPath;
  readonly cause: string;
}

function findingsOf(issue: z.core.$ZodIssue): Finding[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      cause: 'not a key of this format',
    }));
  }
  if (issue.code === 'invalid_union') {
    // The branch that took the value for what it is says more than "none of them".
    const inner = issue.errors.find((issues) =>
      issues.some((one) => one.path.length > 0 || one.code === 'unrecognized_keys'),
    );
    if (inner) return inner.flatMap((one) => findingsOf({ ...one, path: [...path, ...one.path] }));
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    return issue.issues.map(({ message }) => ({ path, cause: message }));
  }
  return [{ path, cause: issue.message }];
}

function describe({ path, cause }: Finding): string {
  const shown = path.map((part, index) =>
    typeof part === 'number' || !/^[A-Za-z_]\w*$/.test(part)
      ? `[${JSON.stringify(part)}]`
      : `${index === 0 ? '' : '.'}${part}`,
  );
  return `${shown.join('')}: ${cause}`;
}

function malformed(name: string, cause: string, findings: readonly string[]): BenchError {
  return new BenchError('MALFORMED_CAPTURE', `malformed capture ${name}: ${cause}`, {
    why: findings.length > 0 ? findings.join('\n') : undefined,
    hints: ['restore the file from git (git log -- FILE), take the capture again, or remove it'],
  });
}
