import { describe, expect, it } from 'vitest';
import { readEnvironment, type TerminalFacts } from '../../src/cli/read-environment.js';

const terminal: TerminalFacts = { stdinIsTty: true, stdoutIsTty: true, columns: 120, rows: 40 };
const pipe: TerminalFacts = {
  stdinIsTty: false,
  stdoutIsTty: false,
  columns: undefined,
  rows: undefined,
};
const read = (flags = {}, env = {}, facts = terminal) =>
  readEnvironment(flags, env, facts, '/here');

describe('the environment', () => {
  it('asks only on a terminal, outside of CI, and when it may', () => {
    expect(read()).toMatchObject({ mayAsk: true, isTerminal: true, columns: 120, rows: 40 });
    expect(read({}, {}, pipe)).toMatchObject({
      mayAsk: false,
      isTerminal: false,
      columns: 80,
      rows: 24,
    });
    expect(read({ input: false }).mayAsk).toBe(false);
    expect(read({}, { CI: 'true' })).toMatchObject({ mayAsk: false, isCi: true });
    for (const CI of ['', '0', 'false']) expect(read({}, { CI }).mayAsk).toBe(true);
  });

  it('colours a terminal unless told otherwise, and a pipe only when told', () => {
    expect(read().color).toBe(true);
    expect(read({}, { NO_COLOR: '1', FORCE_COLOR: '1' }).color).toBe(false);
    expect(read({}, { NO_COLOR: '' }).color).toBe(true);
    expect(read({ color: false }).color).toBe(false);
    expect(read({ json: true }).color).toBe(false);
    expect(read({}, { TERM: 'dumb' })).toMatchObject({ color: false, ascii: true });
    expect(read({}, {}, pipe).color).toBe(false);
    expect(read({}, { FORCE_COLOR: '1' }, pipe).color).toBe(true);
    expect(read({}, { FORCE_COLOR: '0' }).color).toBe(false);
  });

  it('takes a size of nought for unknown, and --repo from where it stands', () => {
    expect(read({}, {}, { ...terminal, columns: 0, rows: 0 })).toMatchObject({
      columns: 80,
      rows: 24,
    });
    expect(read({ repo: 'fw' }).repo).toBe('/here/fw');
    expect(read().repo).toBe(null);
  });
});
