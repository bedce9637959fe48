import { describe, expect, it } from 'vitest';
import {
  isManualTier,
  testerOf,
  ticketOf,
  ticketProblem,
} from '../../src/session/capture-facts.js';
import { parseSettings } from '../../src/settings/read-settings.js';

const settings = parseSettings(
  '[coverage.tiers.bench]\nkind = "manual"\nprecedence = 2\n[coverage.tiers.ci]\nkind = "e2e"\nprecedence = 1\n',
  'settings.toml',
);

describe('the facts of a capture', () => {
  it('know which tiers are made by hand', () => {
    expect(isManualTier('manual', settings)).toBe(true);
    expect(isManualTier('bench', settings)).toBe(true);
    expect(isManualTier('ci', settings)).toBe(false);
    expect(() => isManualTier('other', settings)).toThrow('there is no tier "other"');
  });

  it('want a ticket for those, and take an empty one as none', () => {
    expect(() => ticketOf(undefined, true, null)).toThrow(
      'evidence made by hand needs its ticket: --ticket TICKET',
    );
    expect(ticketOf('', true, null)).toBe(null);
    expect(ticketOf(undefined, false, null)).toBe(null);
    expect(ticketOf('FW-1', true, null)).toBe('FW-1');
  });

  it('hold a ticket against the whole pattern', () => {
    expect(ticketProblem('FW-12', 'FW-[0-9]+')).toBe(null);
    expect(ticketProblem('FW-1', 'AB-1|FW-1')).toBe(null);
    expect(ticketProblem('xFW-12', 'FW-[0-9]+')).toBe(
      'ticket "xFW-12" does not match FW-[0-9]+ of the board file',
    );
  });

  it('name the tester as far as anybody knows', () => {
    const git = { name: 'Ana', email: 'ana@x.test' };
    const nobody = { name: null, email: null };
    expect(testerOf({}, git)).toEqual({ name: 'Ana', email: 'ana@x.test' });
    expect(testerOf({ name: 'Bo', email: '' }, git)).toEqual({ name: 'Bo' });
    expect(testerOf({}, nobody)).toBe(null);
    expect(testerOf({ email: 'a@x.test' }, nobody)).toEqual({
      name: 'a@x.test',
      email: 'a@x.test',
    });
  });
});
