import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bindingsOf, findBinding, needsPrefix } from '../../tui/find-binding.js';
import { KEYMAP } from '../../tui/keymap.js';
import { keysPage } from '../../tui/keys-page.js';
import { PLACES, SCREEN_PLACES, isTyping, type Place } from '../../tui/places.js';

/** A key as it is pressed in a place, with the prefix where it needs one. */
function answers(place: Place, key: string): string | undefined {
  const isPrefixed = needsPrefix(key, place);
  return findBinding(place, key, isPrefixed)?.id;
}

describe('the key table', () => {
  it.each(PLACES)('has no two bindings for the same key in %s', (place) => {
    const keys = bindingsOf(place).flatMap((binding) => binding.keys);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it.each(SCREEN_PLACES)('has Enter, Esc, ? and a way out in %s', (place) => {
    expect(answers(place, 'enter')).toBeDefined();
    expect(answers(place, 'esc')).toBe('back');
    expect(answers(place, '?')).toBe('help');
    expect(answers(place, 'q')).toBe('quit');
  });

  it.each(PLACES)('has Ctrl+C, Ctrl+L, Ctrl+Z and a way to close in %s', (place) => {
    expect(answers(place, 'ctrl+c')).toBe('stop');
    expect(answers(place, 'ctrl+l')).toBe('redraw');
    expect(answers(place, 'ctrl+z')).toBe('suspend');
    expect(answers(place, 'esc') ?? answers(place, 'q')).toBeDefined();
  });

  it('leaves letters to the text where text is typed', () => {
    for (const place of PLACES.filter(isTyping)) {
      for (const letter of ['q', 'n', 's', '?', 'space']) {
        expect(findBinding(place, letter, false)).toBeNull();
      }
    }
  });

  it('uses no function key', () => {
    expect(KEYMAP.flatMap((binding) => binding.keys).filter((key) => /^f\d/i.test(key))).toEqual(
      [],
    );
  });

  it('is what docs/keys.md says', async () => {
    const page = fileURLToPath(new URL('../../docs/keys.md', import.meta.url));
    await expect(keysPage()).toMatchFileSnapshot(page);
  });
});
