import type { FuzzTarget } from './fuzz-target.js';

const FAULTS = {
  sound: () => undefined,
  throws: () => {
    throw new Error('a fault');
  },
  hangs: () => {
    for (;;);
  },
  exits: () => process.exit(3),
  exhausts: () => {
    const lists: number[][] = [];
    for (;;) lists.push(Array.from({ length: 100_000 }, () => lists.length));
  },
  hoards: () => Buffer.alloc(300_000_000, 1),
  dawdles: () => {
    const start = process.cpuUsage();
    for (let usedUs = 0; usedUs < 1_200_000;) {
      const { user, system } = process.cpuUsage(start);
      usedUs = user + system;
    }
  },
};

/** A program with every fault that has to be found, one a case. */
export function brokenTarget(): FuzzTarget {
  return {
    name: 'broken',
    make(random) {
      const fault = random.pick(Object.keys(FAULTS));
      return { recipe: fault, origin: fault, files: new Map() };
    },
    run({ origin }) {
      FAULTS[origin as keyof typeof FAULTS]();
      return { result: 'accepted', problem: null };
    },
  };
}
