import { EXIT_CODES_HELP } from './exit-code.js';

const ENVIRONMENT_HELP = `Environment

  CI            set to anything but 0 or false: no guided session, no questions
  NO_COLOR      set and not empty: no colours
  FORCE_COLOR   1: colours in a pipe too; 0: none
  TERM          linux or dumb: ASCII signs, as with --ascii
  XDG_CONFIG_HOME
                your own board profiles are in otto-bench/boards below it (default ~/.config)
  INK_SCREEN_READER
                true: the guided session prints plain lines instead of screens
`;

const TOPICS: ReadonlyMap<string, string> = new Map([
  ['exit-codes', EXIT_CODES_HELP],
  ['environment', ENVIRONMENT_HELP],
]);

/** The text of a help topic, or null. */
export function helpTopic(name: string): string | null {
  return TOPICS.get(name) ?? null;
}
