import { addCapture } from '../../src/store/add-capture.js';
import { capture } from './store-cases.js';

// Writes captures until it is killed; the test that starts it looks at what is left.
const [, , projectRoot = ''] = process.argv;
const lines = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [n + 1, n]));
for (;;) {
  await addCapture(projectRoot, capture({}, lines));
  process.stdout.write('one more\n');
}
