import { BenchError } from '../base/bench-error.js';
import type { BenchSession } from './bench-session.js';

/**
 * For a face with nobody to ask: an action that failed throws the session's own error.
 * Errors: whatever the action met; CANCELLED when it was stopped.
 */
export async function orThrow(session: BenchSession, action: Promise<boolean>): Promise<void> {
  if (await action) return;
  const { error, message } = session.state();
  throw error ?? new BenchError('CANCELLED', message === '' ? 'stopped' : message);
}
