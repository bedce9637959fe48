import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchError } from '../../src/base/bench-error.js';
import { parseSettings, readSettings } from '../../src/settings/read-settings.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('settings-');

function refusal(text: string): string {
  try {
    parseSettings(text, 'settings.toml');
  } catch (error) {
    expect((error as BenchError).code).toBe('BAD_SETTINGS');
    return (error as BenchError).message;
  }
  throw new Error('it was not refused');
}

const TIER = '[coverage.tiers.bench]\nkind = "manual"\nprecedence = 2\n';

describe('settings', () => {
  it('have one tier when there is no file', async () => {
    expect(await readSettings(folder())).toEqual({
      tiers: [
        {
          name: 'system',
          kind: 'e2e',
          precedence: 1,
          color: 'green',
          harvestDirs: [],
          maxAgeDays: null,
        },
      ],
      report: { high: 80, medium: 70 },
      exclusionMarkers: [],
      tickets: null,
      overridesFile: null,
    });
  });

  it('are read from .otto, tiers by precedence and ties in their order', async () => {
    const root = folder();
    mkdirSync(join(root, '.otto'));
    writeFileSync(
      join(root, '.otto/settings.toml'),
      [
        '[hosts]\nwhatever = 1',
        '[coverage]\nunknown_to_us = true',
        '[coverage.tiers.field]\nkind = "manual"\nprecedence = 3\nmax_age = "180d"\ncolor = "#00FFaa"',
        '[coverage.tiers.zeta]\nkind = "unit"\nprecedence = 3\nharvest_dirs = ["build/cov"]',
        '[coverage.tiers.system]\nkind = "e2e"\nprecedence = 1\ncolor = "RebeccaPurple"',
        '[coverage.report]\nmedium = 50.5',
        '[coverage.exclusions]\nmarkers = ["NO_BENCH"]',
        "[coverage.tickets]\npattern = 'PROJ-\\d+'\nurl = 'https://x/{0}'",
        '[coverage.overrides]\nfile = "o.toml"',
      ].join('\n\n'),
    );
    const settings = await readSettings(root);
    expect(settings.tiers.map(({ name }) => name)).toEqual(['system', 'field', 'zeta']);
    expect(settings.tiers.map(({ color }) => color)).toEqual([
      'RebeccaPurple',
      '#00FFaa',
      'yellow',
    ]);
    expect(settings.tiers.map(({ maxAgeDays }) => maxAgeDays)).toEqual([null, 180, null]);
    expect(settings.tiers[2]?.harvestDirs).toEqual(['build/cov']);
    expect(settings).toMatchObject({
      report: { high: 80, medium: 50.5 },
      exclusionMarkers: ['NO_BENCH'],
      tickets: { pattern: 'PROJ-\\d+', url: 'https://x/{0}' },
      overridesFile: 'o.toml',
    });
  });

  it('may ask for evidence to be taken again at once', () => {
    const settings = parseSettings(`${TIER}max_age = "0d"\n`, 'x');
    expect(settings.tiers[0]?.maxAgeDays).toBe(0);
  });

  it.each([
    [
      '[coverage.tiers.bench]\nprecedence = 2',
      'coverage.tiers.bench.kind: expected "e2e", "unit" or "manual"',
    ],
    [
      '[coverage.tiers.bench]\nkind = "manual"',
      'coverage.tiers.bench.precedence: expected a whole number',
    ],
    [
      `${TIER}max_age = "30"`,
      'coverage.tiers.bench.max_age: expected a number of days, as in "180d"',
    ],
    [
      `${TIER}max_age = "٣d"`,
      'coverage.tiers.bench.max_age: expected a number of days, as in "180d"',
    ],
    [
      `${TIER}max_age = "30d\\n"`,
      'coverage.tiers.bench.max_age: expected a number of days, as in "180d"',
    ],
    [
      `${TIER}max_age = 30`,
      'coverage.tiers.bench.max_age: expected a number of days, as in "180d"',
    ],
    [`${TIER}maxage = "30d"`, 'coverage.tiers.bench.maxage: not a setting of this table'],
    [
      `${TIER}color = "#12345"`,
      'coverage.tiers.bench.color: expected #RRGGBB or a CSS colour name',
    ],
    [
      `${TIER}color = "blurple"`,
      'coverage.tiers.bench.color: expected #RRGGBB or a CSS colour name',
    ],
    ['[coverage.report]\nhigh = 60', 'coverage.report: medium must not be above high'],
    ['[coverage.report]\nhigh = 101', 'coverage.report.high: expected a number from 0 to 100'],
    [
      '[coverage.exclusions]\nmarker = []',
      'coverage.exclusions.marker: not a setting of this table',
    ],
  ])('are refused by name: %j', (text, message) => {
    expect(refusal(text)).toBe(`settings.toml: ${message}`);
  });

  it('are refused with line and column when they are not TOML, and when they are not text', async () => {
    expect(refusal('[coverage\n')).toBe('settings.toml is not valid TOML');
    const root = folder();
    mkdirSync(join(root, '.otto/settings.toml'), { recursive: true });
    await expect(readSettings(root)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});
