import { describe, expect, it } from 'vitest';
import { describeVersion, isKnownVersion, parseVersion } from '../../src/gcov/gcov-version.js';

function word(text: string): number {
  return Buffer.from(text, 'latin1').readUInt32BE();
}

describe('describeVersion', () => {
  it.each([
    ['402*', 'GCC 4.2'],
    ['408*', 'GCC 4.8'],
    ['504*', 'GCC 5.4'],
    ['A83r', 'GCC 8.3'],
    ['A93*', 'GCC 9.3'],
    ['B02*', 'GCC 10.2'],
    ['B22*', 'GCC 12.2'],
    ['B53e', 'GCC 15.3'],
    ['B62*', 'GCC 16.2'],
    ['A10*', 'no known version (0x4131302a)'],
    ['????', 'no known version (0x3f3f3f3f)'],
  ])('reads %s as %s', (text, described) => {
    expect(describeVersion(word(text))).toBe(described);
  });

  it('knows the layouts of GCC 4.2 to 16', () => {
    const known = ['402*', '407*', '800*', 'A83r', 'B62*'].map((text) => parseVersion(word(text)));
    expect(known.every((version) => version !== null && isKnownVersion(version))).toBe(true);
    const unknown = ['401*', 'B72*', 'Z99*'].map((text) => parseVersion(word(text)));
    expect(unknown.some((version) => version !== null && isKnownVersion(version))).toBe(false);
  });
});
