import { setFlagsFromString } from 'node:v8';

/**
 * Tells V8 to copy less code into functions when it optimises, and to optimise later. A large decode
 * spent a third of its time compiling and a tenth running what was compiled; it ends within a second,
 * so that the last bit of speed never pays. Only where it was measured: others may know other flags.
 * Not `max-inlined-bytecode-size`: V8 reads it twice while it optimises a function and ends the
 * process when it changed in between.
 */
export function compileLean(): void {
  if (!process.versions.node.startsWith('20.')) return;
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=150');
  setFlagsFromString('--interrupt-budget=200000');
}
