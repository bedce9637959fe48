import { z } from 'zod';
import { CSS_COLORS } from './css-colors.js';

const color = z
  .string()
  .refine((text) => /^#[0-9a-fA-F]{6}$/.test(text) || CSS_COLORS.has(text.toLowerCase()), {
    error: 'expected #RRGGBB or a CSS colour name',
  });

const maxAge = z
  .string({ error: 'expected a number of days, as in "180d"' })
  .regex(/^[0-9]{1,6}d$/, { error: 'expected a number of days, as in "180d"' })
  .transform((text) => Number.parseInt(text, 10));

const tier = z.strictObject({
  kind: z.enum(['e2e', 'unit', 'manual'], { error: 'expected "e2e", "unit" or "manual"' }),
  precedence: z.int({ error: 'expected a whole number' }),
  color: color.optional(),
  harvest_dirs: z.array(z.string()).default([]),
  max_age: maxAge.optional(),
});

const percent = z
  .number({ error: 'expected a number from 0 to 100' })
  .min(0, { error: 'expected a number from 0 to 100' })
  .max(100, { error: 'expected a number from 0 to 100' });

const report = z
  .strictObject({ high: percent.default(80), medium: percent.default(70) })
  .refine(({ high, medium }) => medium <= high, { error: 'medium must not be above high' });

/** The tables under `[coverage]` this tool reads; others belong to other tools and are let be. */
export const settingsSchema = z.object({
  coverage: z
    .object({
      tiers: z.record(z.string(), tier).optional(),
      report: report.optional(),
      exclusions: z.strictObject({ markers: z.array(z.string().min(1)).default([]) }).optional(),
      tickets: z.strictObject({ pattern: z.string(), url: z.string().optional() }).optional(),
      overrides: z.strictObject({ file: z.string() }).optional(),
    })
    .optional(),
});
