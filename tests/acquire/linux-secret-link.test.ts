import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SecretLink } from '../../src/acquire/linux-secret-link.js';
import { MemoryLink } from '../../src/link/memory-link.js';

const never = new AbortController().signal;
// Longer than what looks like the beginning of the secret is held back.
const PAUSE_MS = 300;

/** What is heard when the secret was sent and the board says these parts, with pauses between. */
async function heardOf(sent: string, ...parts: readonly string[]): Promise<string> {
  const inner = new MemoryLink();
  const link = new SecretLink(inner, 'hunter22');
  let heard = '';
  link.subscribe((event) => {
    if (event.type === 'bytes') heard += Buffer.from(event.bytes).toString('latin1');
  });
  await link.open(never);
  await link.write(Buffer.from(sent), never);
  for (const part of parts) {
    inner.far.send(Buffer.from(part));
    await sleep(PAUSE_MS);
  }
  return heard;
}

it('masks a secret that is echoed whole, or in parts with pauses between them', async () => {
  expect(await heardOf('hunter22\n', 'pw: hunter22\r\n# ')).toBe('pw: ********\r\n# ');
  expect(await heardOf('hunter22\n', 'pw: hunt', 'er22\r\n# ')).toBe('pw: ********\r\n# ');
  expect(await heardOf('hunter22\n', 'pw: h', 'unt', 'er22', '\r\n# h')).toBe(
    'pw: ********\r\n# h',
  );
});

it('shows what only begins like the secret when the secret was not sent', async () => {
  expect(await heardOf('ls\n', 'hunt', 'ing\r\n')).toBe('hunting\r\n');
});

it('shows what follows when an echo breaks off', async () => {
  expect(await heardOf('hunter22\n', 'hunt', 'Login incorrect\r\n')).toBe(
    '****Login incorrect\r\n',
  );
});
