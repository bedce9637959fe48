import { describe, expect, it } from 'vitest';
import { emptySessionState } from '../../src/session/reduce-session.js';
import { stepRefusal } from '../../src/session/session-rules.js';
import {
  STEPS,
  type Check,
  type Grade,
  type SessionState,
} from '../../src/session/session-state.js';

const base = emptySessionState('s-1');
const check = (grade: Grade): Check => ({
  id: grade,
  label: grade,
  grade,
  text: '',
  facts: [],
  hints: [],
});
const withChecks = (...grades: Grade[]): SessionState => ({ ...base, checks: grades.map(check) });

describe('the steps of a session', () => {
  it('open after preflight only when nothing blocks and warnings are forced', () => {
    expect(stepRefusal(base, 'connect', false)).toBe('run the checks first');
    expect(stepRefusal(withChecks('running'), 'connect', false)).toBe(
      'the checks are still running',
    );
    expect(stepRefusal(withChecks('ok', 'blocking'), 'connect', true)).toBe('blocked: blocking');
    expect(stepRefusal(withChecks('warning'), 'connect', false)).toBe(
      '1 warning to settle or to force first',
    );
    expect(stepRefusal(withChecks('warning'), 'connect', true)).toBe(null);
    expect(stepRefusal(withChecks('ok'), 'connect', false)).toBe(null);
  });

  it('on the board need the board, later ones what it gave', () => {
    for (const step of ['zero', 'exercise', 'fetch'] as const) {
      expect(stepRefusal(base, step, true)).toBe('connect to the board first');
      expect(stepRefusal({ ...base, link: 'up' }, step, true)).toBe(null);
    }
    expect(stepRefusal(base, 'review', true)).toBe('fetch the counters first');
    expect(stepRefusal(base, 'commit', true)).toBe('save the capture first');
    const coverage = { takenAt: '', hitLines: 0, totalLines: 0, newLines: 0, files: [] };
    expect(stepRefusal({ ...base, coverage }, 'review', true)).toBe(null);
    expect(stepRefusal({ ...base, coverage }, 'save', true)).toBe('keep at least one file');
  });

  it('let one go back at any time', () => {
    for (const [index, step] of STEPS.entries()) {
      for (const earlier of STEPS.slice(0, index + 1)) {
        expect(stepRefusal({ ...base, step }, earlier, false)).toBe(null);
      }
    }
  });
});
