import { z } from 'zod';
import { STEPS } from './session-state.js';

const at = z.string();
const objectFact = z.strictObject({
  path: z.string(),
  status: z.enum(['ok', 'repaired', 'damaged', 'missing', 'unknown']),
  sizeBytes: z.int().nonnegative(),
  reason: z.string().optional(),
});
const form = z.strictObject({
  ticket: z.string(),
  testerName: z.string(),
  testerEmail: z.string(),
  note: z.string(),
  labs: z.string(),
  label: z.string(),
});
const trailer = z.tuple([z.string(), z.string()]);

/** One line of a journal. What is not here did not happen. */
export const sessionEventSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('started'),
    at,
    format: z.literal(1),
    id: z.string(),
    board: z.string(),
    displayName: z.string(),
    projectRoot: z.string(),
    branch: z.string(),
    head: z.string(),
    /** SHA-256 of the ELF of the profile, or null without one. */
    image: z.string().nullable(),
  }),
  z.strictObject({ type: z.literal('forced'), at, checks: z.array(z.string()) }),
  z.strictObject({ type: z.literal('connected'), at, port: z.string() }),
  z.strictObject({ type: z.literal('link-lost'), at, reason: z.string() }),
  z.strictObject({ type: z.literal('zeroed'), at, result: z.array(z.string()) }),
  z.strictObject({ type: z.literal('kept-counts'), at }),
  z.strictObject({ type: z.literal('sent'), at, text: z.string() }),
  z.strictObject({ type: z.literal('marked'), at, note: z.string() }),
  z.strictObject({
    type: z.enum(['fetched', 'snapshot']),
    at,
    /** Relative to the session folder. */
    rawFile: z.string(),
    rawSha256: z.string(),
    objects: z.array(objectFact),
  }),
  z.strictObject({ type: z.literal('dropped-files'), at, paths: z.array(z.string()) }),
  z.strictObject({ type: z.literal('form'), at, form }),
  z.strictObject({ type: z.literal('step'), at, step: z.enum(STEPS) }),
  z.strictObject({
    type: z.literal('saved'),
    at,
    /** Relative to the project root. */
    file: z.string(),
    trailers: z.array(trailer),
  }),
  z.strictObject({ type: z.literal('committed'), at, commit: z.string() }),
]);

export type SessionEvent = z.infer<typeof sessionEventSchema>;
export type Trailer = readonly [key: string, value: string];
