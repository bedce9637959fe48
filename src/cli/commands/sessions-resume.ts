import { BenchError } from '../../base/bench-error.js';
import type { CliContext } from '../cli-context.js';
import { guidedSession } from './session.js';

/** `sessions resume ID`: goes on in the guided session. */
export async function sessionsResume(
  context: CliContext,
  args: readonly string[],
): Promise<number> {
  if (!context.mayAsk) {
    throw new BenchError('NOT_A_TTY', 'a session is resumed in the guided session', {
      why: context.isTerminal ? 'CI is set or --no-input was given' : 'there is no terminal',
      hints: ['otto-bench sessions list shows what it holds'],
    });
  }
  return guidedSession(context, { resume: args[0] ?? '' });
}
