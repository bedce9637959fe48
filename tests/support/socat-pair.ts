import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.js';

/** A pair of pseudo-terminals: what is written to one comes out of the other. */
export interface SocatPair {
  /** For the product. */
  readonly near: string;
  /** For the test. */
  readonly far: string;
  /** Both ends vanish, as when a USB adapter is pulled. */
  readonly unplug: () => Promise<void>;
}

export async function socatPair(folder: string): Promise<SocatPair> {
  const near = join(folder, 'near');
  const far = join(folder, 'far');
  const options = 'raw,echo=0';
  const child = spawn('socat', [`pty,${options},link=${near}`, `pty,${options},link=${far}`]);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await until(() => existsSync(near) && existsSync(far));
  return {
    near,
    far,
    unplug: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
