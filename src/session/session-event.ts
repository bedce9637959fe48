import { z } from 'zod';
import { STORE_FOLDER } from '../store/store-folder.js';
import { STEPS } from './session-state.js';

const at = z.string();
/** A journal names no place but those a session writes to, whoever wrote it. */
const objectsFolder = z.string().regex(/^raw\/objects-\d{1,9}$/);
const storeFile = z.string().refine(isStoreFile, 'is not a file of the store');
const digest = z.string().regex(/^[0-9a-f]{64}$/);
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

function isStoreFile(path: string): boolean {
  const name = path.slice(STORE_FOLDER.length + 1);
  return path === `${STORE_FOLDER}/${name}` && /^[^/\\\0]+\.json$/.test(name);
}

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
    /** Sources that differed from HEAD, with the SHA-256 of each; absent when that was not known. */
    changed: z.array(z.tuple([z.string(), digest.nullable()])).optional(),
  }),
  z.strictObject({ type: z.literal('forced'), at, checks: z.array(z.string()) }),
  z.strictObject({ type: z.literal('connected'), at, port: z.string() }),
  z.strictObject({ type: z.literal('link-lost'), at, reason: z.string() }),
  z.strictObject({
    type: z.literal('zeroed'),
    at,
    result: z.array(z.string()),
    /** Every counter was read back as zero; else code that always runs counts again. */
    isSure: z.boolean().optional(),
    /** Nothing was zeroed: what was counted by then lies here and is subtracted. */
    baseline: objectsFolder.optional(),
  }),
  z.strictObject({ type: z.literal('kept-counts'), at }),
  z.strictObject({ type: z.literal('sent'), at, text: z.string() }),
  z.strictObject({ type: z.literal('marked'), at, note: z.string() }),
  z.strictObject({
    type: z.enum(['fetched', 'snapshot']),
    at,
    /** Relative to the session folder. */
    rawFile: objectsFolder,
    rawSha256: z.string(),
    objects: z.array(objectFact),
    /** What the tester called it. */
    label: z.string().optional(),
  }),
  /** What the reading just noted has that the one before it had not. */
  z.strictObject({
    type: z.literal('compared'),
    at,
    label: z.string().nullable(),
    since: z.string().nullable(),
    hitLines: z.int().nonnegative(),
    newLines: z.int().nonnegative(),
  }),
  z.strictObject({ type: z.literal('dropped-files'), at, paths: z.array(z.string()) }),
  z.strictObject({ type: z.literal('form'), at, form }),
  z.strictObject({ type: z.literal('step'), at, step: z.enum(STEPS) }),
  z.strictObject({
    type: z.literal('saved'),
    at,
    /** Relative to the project root. */
    file: storeFile,
    trailers: z.array(trailer),
  }),
  z.strictObject({ type: z.literal('committed'), at, commit: z.string() }),
]);

export type SessionEvent = z.infer<typeof sessionEventSchema>;
export type Trailer = readonly [key: string, value: string];
