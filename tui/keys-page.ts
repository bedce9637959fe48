import { bindingsOf } from './find-binding.js';
import { OVERLAY_PLACES, PLACE_TITLES, SCREEN_PLACES, isTyping, type Place } from './places.js';
import { GROUP_ORDER, GROUP_TITLES, mergedKeys } from './screens/help.js';

const INTRO = `# Keys of the guided session

Made from the key table in \`tui/keymap.ts\`; a test keeps this page in step with it.

Letters are commands except where text is typed (the console, the form of Save, questions). There
\`Ctrl+T\` and then the letter is the command, and \`Ctrl+T\` works before a command everywhere.
`;

/** The page \`docs/keys.md\`: every key of every screen, from the key table. */
export function keysPage(): string {
  const places: readonly Place[] = [...SCREEN_PLACES, ...OVERLAY_PLACES];
  return `${INTRO}\n${places.map(section).join('\n')}`;
}

function section(place: Place): string {
  const typing = isTyping(place) ? '\nLetters are typed text here.\n' : '';
  const groups = GROUP_ORDER.map((group) => {
    const bindings = bindingsOf(place).filter((binding) => binding.group === group);
    if (bindings.length === 0) return '';
    const lines = mergedKeys(bindings, place, false).map(
      ({ keys, label }) => `- \`${keys}\`: ${label}`,
    );
    return `\n${GROUP_TITLES[group]}:\n\n${lines.join('\n')}\n`;
  });
  return `## ${PLACE_TITLES[place]}\n${typing}${groups.join('')}`;
}
