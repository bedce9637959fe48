import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

describe('docs/troubleshooting.md', () => {
  it('has an entry for every error code and no other', () => {
    const source = read('src/base/bench-error.ts');
    const union = source.slice(0, source.indexOf('export interface'));
    const codes = [...union.matchAll(/\| '([A-Z_]+)'/g)].map((match) => match[1]);
    const entries = [...read('docs/troubleshooting.md').matchAll(/^### ([A-Z_]+)$/gm)].map(
      (match) => match[1],
    );
    expect(codes.length).toBeGreaterThan(30);
    expect(new Set(entries)).toEqual(new Set(codes));
    expect(entries).toHaveLength(codes.length);
  });
});
