/** Screens of the wizard. A place is where keys go: a pane of a screen, or a box over it. */
export const SCREEN_PLACES = [
  'home',
  'preflight',
  'connect',
  'zero',
  'console',
  'coverage',
  'fetch',
  'review',
  'source',
  'save',
  'commit',
  'done',
] as const;

export const OVERLAY_PLACES = [
  'starting',
  'help',
  'error',
  'lost',
  'quit',
  'discard',
  'prompt',
  'small',
] as const;

export type ScreenPlace = (typeof SCREEN_PLACES)[number];
export type OverlayPlace = (typeof OVERLAY_PLACES)[number];
export type Place = ScreenPlace | OverlayPlace;

export const PLACES: readonly Place[] = [...SCREEN_PLACES, ...OVERLAY_PLACES];

/** Places where letters are text; commands need Ctrl+T before them there. */
const TYPING: ReadonlySet<Place> = new Set<Place>(['console', 'save', 'prompt']);

/** True where a letter is typed text and not a command. */
export function isTyping(place: Place): boolean {
  return TYPING.has(place);
}

/** The name of a place for help and documentation. */
export const PLACE_TITLES: Readonly<Record<Place, string>> = {
  home: 'Home',
  preflight: 'Preflight',
  connect: 'Connect',
  zero: 'Zero',
  console: 'Exercise: console',
  coverage: 'Exercise: coverage',
  fetch: 'Fetch',
  review: 'Review: files',
  source: 'Review: source',
  save: 'Save',
  commit: 'Commit',
  done: 'Done',
  starting: 'Starting',
  help: 'Help',
  error: 'Error box',
  lost: 'Link lost',
  quit: 'Leave?',
  discard: 'Discard?',
  prompt: 'Question',
  small: 'Terminal too small',
};
