// tsc writes plain files; the bin entry has to be executable for `npm link` and direct starts.
import { chmodSync } from 'node:fs';

chmodSync(new URL('../dist/src/cli/main.js', import.meta.url), 0o755);
