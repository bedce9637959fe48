import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { cliDocs } from '../../src/cli/cli-docs.js';

const page = new URL('../../docs/cli.md', import.meta.url);

describe('docs/cli.md', () => {
  it('says what the command tree says (npm run docs:cli writes it)', () => {
    expect(readFileSync(page, 'utf8')).toBe(cliDocs());
  });

  it('is formatted like everything else', async () => {
    const text = cliDocs();
    expect(await format(text, { parser: 'markdown', printWidth: 100, singleQuote: true })).toBe(
      text,
    );
  });

  it('names every command of the contract', () => {
    const text = cliDocs();
    const names = [
      'demo',
      'preflight',
      'ports',
      'boards list',
      'boards show',
      'boards check',
      'boards trust',
      'console',
      'zero',
      'snapshot',
      'fetch',
      'decode',
      'capture',
      'validity',
      'commit',
      'sessions list',
      'sessions resume',
      'sessions drop',
    ];
    for (const name of names) expect(text).toContain(`\n## ${name}\n`);
  });
});
