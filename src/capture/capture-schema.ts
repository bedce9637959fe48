import { z } from 'zod';
import { isCapturePath } from './capture-path.js';
import { branchesByLine, countsByLine } from './line-maps.js';

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** JSON objects arrive as maps; those with fixed keys become plain ones, unknown keys refused. */
function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .custom<ReadonlyMap<string, unknown>>((value) => value instanceof Map, {
      error: 'expected an object',
      abort: true,
    })
    .transform((members) => Object.fromEntries(members))
    .pipe(z.strictObject(shape));
}

const text = z.string({ error: 'expected a text' });
const textOrNull = z.union([z.null(), text], { error: 'expected a text or null' });
const objectId = text.regex(OBJECT_ID, {
  error: 'expected a full object id (40 or 64 hex digits)',
});
const map = { error: 'expected an object' };

const file = object({
  blob: z.union([z.null(), objectId], { error: 'expected a full object id or null' }).default(null),
  lines: countsByLine.default(() => new Map()),
  branches: branchesByLine.default(() => new Map()),
});

/**
 * Schema v2 as it lies in a file (snake_case, objects as maps). The version itself is checked
 * before this is asked.
 */
export const captureSchema = object({
  schema: z.literal(2),
  tier: text,
  base_commit: objectId,
  dirty_remap: z.boolean({ error: 'expected true or false' }).default(false),
  captured_at: text.default(''),
  tester: z
    .union([z.null(), object({ name: text, email: text.optional() })], {
      error: 'expected null or an object with a name and, if known, an email',
    })
    .default(null),
  ticket: textOrNull.default(null),
  note: textOrNull.default(null),
  labs: z.array(text, { error: 'expected a list of texts' }).default([]),
  board: text.default(''),
  display_name: textOrNull.default(null),
  files: z
    .map(
      z.string().refine(isCapturePath, {
        error: 'not a plain path inside the project (relative, no "." or "..", not in .git)',
      }),
      file,
      map,
    )
    .default(() => new Map()),
});
