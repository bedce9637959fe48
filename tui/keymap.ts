import {
  PLACES,
  SCREEN_PLACES,
  isTyping,
  type OverlayPlace,
  type Place,
  type ScreenPlace,
} from './places.js';

/** Kinds of bindings, in the order hints and help show them. */
export const BINDING_GROUPS = ['lists', 'screen', 'text', 'everywhere'] as const;
export type BindingGroup = (typeof BINDING_GROUPS)[number];

/**
 * Every key of the wizard. The reducer, the hint line, the help overlay, `docs/keys.md` and the
 * tests read this table and nothing else. A key is a letter (typed after Ctrl+T where letters are
 * text) or a name from `parse-keys.ts`.
 */
export interface Binding extends Entry {
  readonly id: ActionId;
  readonly group: BindingGroup;
}

interface Entry {
  readonly id: string;
  readonly keys: readonly string[];
  readonly places: readonly Place[];
  /** For the help overlay and the documentation. */
  readonly label: string;
  /** For the hint line, in the order of this table; a binding without one is only in the help. */
  readonly hint?: string;
}

const WITHOUT_TEXT = SCREEN_PLACES.filter((place) => !isTyping(place));
const LISTS: readonly Place[] = [...WITHOUT_TEXT, 'help'];
const QUESTIONS: readonly OverlayPlace[] = ['quit', 'discard'];
const STEPS: readonly ScreenPlace[] = SCREEN_PLACES.filter((place) => place !== 'home');
const TEXTS: readonly Place[] = PLACES.filter(isTyping);

// prettier-ignore
const BINDINGS = {
  lists: [
    { id: 'up', keys: ['up', 'k'], places: LISTS, label: 'move' },
    { id: 'down', keys: ['down', 'j'], places: LISTS, label: 'move', hint: 'move' },
    { id: 'pageUp', keys: ['pageup'], places: [...LISTS, 'console', 'save'], label: 'a page up or down' },
    { id: 'pageDown', keys: ['pagedown'], places: [...LISTS, 'console', 'save'], label: 'a page up or down' },
    { id: 'first', keys: ['g', 'home'], places: LISTS, label: 'first or last' },
    { id: 'last', keys: ['G', 'end'], places: LISTS, label: 'first or last' },
  ],
  screen: [
    { id: 'choose', keys: ['enter'], places: ['home', 'done'], label: 'choose', hint: 'choose' },
    { id: 'next', keys: ['enter'], places: ['preflight', 'review', 'source', 'coverage'], label: 'the next step', hint: 'next' },
    { id: 'connectOrNext', keys: ['enter'], places: ['connect'], label: 'connect, then the next step', hint: 'connect' },
    { id: 'zeroOrNext', keys: ['enter'], places: ['zero'], label: 'do it, then the next step', hint: 'choose' },
    { id: 'fetchOrNext', keys: ['enter'], places: ['fetch'], label: 'fetch, then the next step', hint: 'fetch' },
    { id: 'sendLine', keys: ['enter'], places: ['console'], label: 'send the line', hint: 'send' },
    { id: 'nextField', keys: ['enter', 'tab', 'down'], places: ['save'], label: 'next field, at last save', hint: 'next field' },
    { id: 'previousField', keys: ['shift+tab', 'up'], places: ['save'], label: 'previous field' },
    { id: 'save', keys: ['ctrl+s'], places: ['save'], label: 'write the capture', hint: 'save' },
    { id: 'commit', keys: ['enter'], places: ['commit'], label: 'commit exactly these files', hint: 'commit' },
    { id: 'discard', keys: ['x'], places: ['home'], label: 'discard the session (asks)', hint: 'discard' },
    { id: 'force', keys: ['f'], places: ['preflight'], label: 'let warnings pass; noted', hint: 'let warnings pass' },
    { id: 'recheck', keys: ['r'], places: ['preflight'], label: 'check again', hint: 're-check' },
    { id: 'reconnect', keys: ['c'], places: ['connect'], label: 'connect again', hint: 'connect' },
    { id: 'relist', keys: ['l'], places: ['connect'], label: 'list the ports again', hint: 're-list' },
    { id: 'otherPort', keys: ['o'], places: ['connect'], label: 'type another port', hint: 'other port' },
    { id: 'zero', keys: ['z'], places: ['zero'], label: 'zero the counters', hint: 'zero' },
    { id: 'keepCounts', keys: ['o'], places: ['zero'], label: 'keep the old counts', hint: 'keep old' },
    { id: 'otherPane', keys: ['tab'], places: ['console', 'coverage', 'review', 'source'], label: 'the other pane', hint: 'pane' },
    { id: 'historyBack', keys: ['up'], places: ['console'], label: 'lines sent before' },
    { id: 'historyOn', keys: ['down'], places: ['console'], label: 'lines sent before' },
    { id: 'fetchStep', keys: ['n'], places: ['console', 'coverage'], label: 'next step: fetch', hint: 'next' },
    { id: 'snapshot', keys: ['s'], places: ['console', 'coverage'], label: 'read the counters now', hint: 'snapshot' },
    { id: 'labelSnapshot', keys: ['S'], places: ['console', 'coverage'], label: 'read the counters, with a label' },
    { id: 'mark', keys: ['m'], places: ['console', 'coverage'], label: 'write a mark with a note', hint: 'mark' },
    { id: 'follow', keys: ['f'], places: ['console', 'coverage'], label: 'follow the newest line' },
    { id: 'timestamps', keys: ['t'], places: ['console', 'coverage'], label: 'time stamps on or off' },
    { id: 'clearConsole', keys: ['l'], places: ['console', 'coverage'], label: 'clear the console' },
    { id: 'refetch', keys: ['r'], places: ['fetch'], label: 'fetch again', hint: 'again' },
    { id: 'toggleKeep', keys: ['space'], places: ['review', 'source'], label: 'record this file or not', hint: 'keep' },
    { id: 'filter', keys: ['/'], places: ['review', 'source'], label: 'only paths with these letters', hint: 'filter' },
    { id: 'onlyNew', keys: ['o'], places: ['review', 'source'], label: 'only files with new lines', hint: 'only new' },
    { id: 'nextNew', keys: ['n'], places: ['review', 'source'], label: 'next or previous new line', hint: 'next new' },
    { id: 'previousNew', keys: ['N'], places: ['review', 'source'], label: 'next or previous new line' },
    { id: 'editMessage', keys: ['e'], places: ['commit'], label: 'edit the message in $EDITOR', hint: 'edit' },
    { id: 'skipCommit', keys: ['s'], places: ['commit'], label: 'saved is enough, no commit', hint: 'no commit' },
    { id: 'retry', keys: ['r'], places: ['error', 'lost'], label: 'try again', hint: 'retry' },
    { id: 'errorPort', keys: ['p'], places: ['lost', 'error'], label: 'choose another port', hint: 'port' },
    { id: 'details', keys: ['t'], places: ['error'], label: 'what caused it', hint: 'details' },
    { id: 'endRun', keys: ['e'], places: ['lost'], label: 'end this run, keep it', hint: 'end run' },
    { id: 'close', keys: ['enter'], places: ['error', 'lost', 'help'], label: 'close the box' },
    { id: 'answerYes', keys: ['y'], places: QUESTIONS, label: 'yes', hint: 'yes' },
    { id: 'answerYes', keys: ['enter'], places: ['quit'], label: 'yes' },
    { id: 'answerNo', keys: ['enter'], places: ['discard'], label: 'no' },
    { id: 'answerNo', keys: ['n', 'esc'], places: QUESTIONS, label: 'no', hint: 'no' },
    { id: 'answer', keys: ['enter'], places: ['prompt'], label: 'take the answer', hint: 'ok' },
  ],
  text: [
    { id: 'backspace', keys: ['backspace'], places: TEXTS, label: 'delete a character' },
    { id: 'delete', keys: ['delete'], places: TEXTS, label: 'delete a character' },
    { id: 'left', keys: ['left'], places: TEXTS, label: 'move' },
    { id: 'right', keys: ['right'], places: TEXTS, label: 'move' },
    { id: 'home', keys: ['home', 'ctrl+a'], places: TEXTS, label: 'start of the line' },
    { id: 'end', keys: ['end', 'ctrl+e'], places: TEXTS, label: 'end of the line' },
    { id: 'killLine', keys: ['ctrl+u'], places: TEXTS, label: 'delete to the start' },
    { id: 'killWord', keys: ['ctrl+w'], places: TEXTS, label: 'delete a word' },
  ],
  everywhere: [
    { id: 'back', keys: ['esc'], places: [...STEPS, 'home', 'error', 'lost', 'help', 'prompt'], label: 'back, close or stop', hint: 'back' },
    { id: 'prefix', keys: ['ctrl+t'], places: [...SCREEN_PLACES, 'prompt'], label: 'a command while typing' },
    { id: 'stop', keys: ['ctrl+c'], places: PLACES, label: 'stop; twice in 2 s: quit' },
    { id: 'redraw', keys: ['ctrl+l'], places: PLACES, label: 'draw the screen again' },
    { id: 'suspend', keys: ['ctrl+z'], places: PLACES, label: 'suspend; fg comes back' },
    { id: 'help', keys: ['?'], places: [...SCREEN_PLACES, 'error', 'lost', 'prompt'], label: 'this help', hint: 'help' },
    { id: 'quit', keys: ['q'], places: [...SCREEN_PLACES, 'error', 'lost', 'small', 'starting'], label: 'quit (asks if unsaved)', hint: 'quit' },
  ],
} as const satisfies Readonly<Record<BindingGroup, readonly Entry[]>>;

export type ActionId = (typeof BINDINGS)[BindingGroup][number]['id'];

export const KEYMAP: readonly Binding[] = BINDING_GROUPS.flatMap((group) =>
  BINDINGS[group].map((entry) => ({ ...entry, group })),
);
