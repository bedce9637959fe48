import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { BenchError } from '../base/bench-error.js';
import { readToml } from './read-toml.js';
import { settingsSchema } from './settings-schema.js';
import type { Settings, Tier, TierKind } from './settings.js';

/** Relative to the project root. */
export const SETTINGS_FILE = '.otto/settings.toml';

const MAX_SIZE_BYTES = 1024 * 1024;
const DEFAULT_COLORS: Readonly<Record<TierKind, string>> = {
  e2e: 'green',
  unit: 'yellow',
  manual: 'orange',
};

/**
 * Reads a project's settings; without a file, or without a table of tiers, there is one tier
 * `system`. Errors: BAD_SETTINGS naming the key, FILE_UNREADABLE.
 */
export async function readSettings(projectRoot: string): Promise<Settings> {
  const text = await readText(join(projectRoot, ...SETTINGS_FILE.split('/')));
  return parseSettings(text, SETTINGS_FILE);
}

/** Reads the text of a settings file. Errors: BAD_SETTINGS. */
export function parseSettings(text: string, name: string): Settings {
  const result = settingsSchema.safeParse(readToml(text, name, 'BAD_SETTINGS'));
  if (!result.success) {
    const findings = result.error.issues.flatMap(findingsOf);
    throw new BenchError('BAD_SETTINGS', `${name}: ${findings[0] ?? 'unknown settings'}`, {
      why: findings.length > 1 ? findings.join('\n') : undefined,
    });
  }
  const coverage = result.data.coverage ?? {};
  const declared = Object.entries(coverage.tiers ?? {}).map(([tierName, tier]): Tier => ({
    name: tierName,
    kind: tier.kind,
    precedence: tier.precedence,
    color: tier.color ?? DEFAULT_COLORS[tier.kind],
    harvestDirs: tier.harvest_dirs,
    maxAgeDays: tier.max_age ?? null,
  }));
  return {
    tiers: declared.length === 0 ? [SYSTEM_TIER] : sortTiers(declared),
    report: coverage.report ?? { high: 80, medium: 70 },
    exclusionMarkers: coverage.exclusions?.markers ?? [],
    tickets: coverage.tickets
      ? { pattern: coverage.tickets.pattern, url: coverage.tickets.url ?? null }
      : null,
    overridesFile: coverage.overrides?.file ?? null,
  };
}

const SYSTEM_TIER: Tier = {
  name: 'system',
  kind: 'e2e',
  precedence: 1,
  color: DEFAULT_COLORS.e2e,
  harvestDirs: [],
  maxAgeDays: null,
};

function sortTiers(tiers: readonly Tier[]): readonly Tier[] {
  return [...tiers].sort((a, b) => a.precedence - b.precedence);
}

function findingsOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${[...path, key].join('.')}: not a setting of this table`);
  }
  return [`${path.join('.')}: ${issue.message}`];
}

async function readText(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    if (bytes.length <= MAX_SIZE_BYTES) {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new BenchError('FILE_UNREADABLE', `cannot read ${path}`, {
      why: (cause as Error).message,
      cause,
    });
  }
  throw new BenchError('BAD_SETTINGS', `${SETTINGS_FILE} is over ${MAX_SIZE_BYTES} bytes long`);
}
