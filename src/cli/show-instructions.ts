import type { BenchSession } from '../session/bench-session.js';
import type { Output } from './output.js';

/** Prints what the tester has to act on as a session asks for it; gives the function that ends it. */
export function showInstructions(output: Output, session: BenchSession): () => void {
  let shown = session.state().instructions;
  return session.subscribe(({ instructions }) => {
    if (instructions === undefined || instructions === shown) return;
    shown = instructions;
    for (const line of instructions) output.note(line);
  });
}
