import { BenchError } from '../base/bench-error.js';

/** The connection is over; the one wording for it. */
export function lostError(name: string, why?: string): BenchError {
  return new BenchError('LINK_LOST', `the connection to ${name} is gone`, {
    why,
    hints: ['plug it in or start it again, then connect again; nothing saved so far is lost'],
  });
}
