import { answerYes, askDiscard, closeBox, errorPort, quit, retry, stop } from './actions/boxes.js';
import {
  clearConsole,
  followConsole,
  otherPane,
  sendTyped,
  toggleTimestamps,
  walkHistory,
} from './actions/exercise.js';
import { nextField, previousField, saveForm } from './actions/form.js';
import { move } from './actions/move.js';
import { answer, ask } from './actions/prompt.js';
import { toNewLine, toggleKeep, toggleOnlyNew } from './actions/review.js';
import {
  chooseDone,
  chooseHome,
  connect,
  connectOrNext,
  fetchOrNext,
  nextStep,
  previousStep,
  stillBusy,
  zeroOrNext,
} from './actions/steps.js';
import { editTyped } from './edit-typed.js';
import type { Effect } from './effect.js';
import type { ActionId } from './keymap.js';
import { placeOf } from './place-of.js';
import { change, type Change } from './ui-event.js';
import type { UiState } from './ui-state.js';

type Action = (state: UiState, key: string) => Change;

/** What each binding does. */
const ACTIONS: Readonly<Record<ActionId, Action>> = {
  up: (state) => move(state, 'up'),
  down: (state) => move(state, 'down'),
  pageUp: (state) => move(state, 'pageUp'),
  pageDown: (state) => move(state, 'pageDown'),
  first: (state) => move(state, 'first'),
  last: (state) => move(state, 'last'),
  choose: (state) => (state.session === null ? chooseHome(state) : chooseDone(state)),
  next: nextStep,
  connectOrNext,
  zeroOrNext,
  fetchOrNext,
  sendLine: sendTyped,
  nextField: (state, key) => nextField(state, key === 'enter'),
  previousField,
  save: saveForm,
  commit: (state) => unlessBusy(state, { do: 'commit' }),
  discard: askDiscard,
  recheck: (state) => unlessBusy(state, { do: 'preflight' }),
  force: (state) => change(state, { do: 'forceWarnings' }),
  reconnect: connect,
  relist: (state) => unlessBusy(state, { do: 'listPorts' }),
  otherPort: (state) => ask(state, 'port'),
  zero: (state) => unlessBusy(state, { do: 'zero' }),
  keepCounts: (state) => unlessBusy(state, { do: 'keepCounts' }),
  otherPane,
  historyBack: (state) => walkHistory(state, -1),
  historyOn: (state) => walkHistory(state, 1),
  fetchStep: nextStep,
  snapshot: (state) => unlessBusy(state, { do: 'snapshot' }),
  labelSnapshot: (state) => (state.session?.busy == null ? ask(state, 'label') : stillBusy(state)),
  mark: (state) => ask(state, 'mark'),
  follow: followConsole,
  timestamps: toggleTimestamps,
  clearConsole,
  refetch: (state) => unlessBusy(state, { do: 'fetch' }),
  toggleKeep,
  filter: (state) => ask(state, 'filter'),
  onlyNew: toggleOnlyNew,
  nextNew: (state) => toNewLine(state, 1),
  previousNew: (state) => toNewLine(state, -1),
  editMessage: (state) => {
    const message = state.session?.commitPlan?.message;
    return message === undefined
      ? change(state)
      : unlessBusy(state, { do: 'editMessage', message });
  },
  skipCommit: (state) => unlessBusy(state, { do: 'goTo', step: 'done' }),
  retry,
  errorPort,
  details: (state) => change({ ...state, hasDetails: !state.hasDetails }),
  endRun: (state) => change(state, { do: 'leaveSession' }),
  close: closeBox,
  answerYes,
  answerNo: closeBox,
  answer,
  backspace: (state) => editTyped(state, 'backspace'),
  delete: (state) => editTyped(state, 'delete'),
  left: (state) => editTyped(state, 'left'),
  right: (state) => editTyped(state, 'right'),
  home: (state) => editTyped(state, 'home'),
  end: (state) => editTyped(state, 'end'),
  killLine: (state) => editTyped(state, 'killLine'),
  killWord: (state) => editTyped(state, 'killWord'),
  back,
  prefix: (state) => change({ ...state, isPrefixed: !state.isPrefixed }),
  stop,
  redraw: (state) => change({ ...state, redraws: state.redraws + 1 }),
  suspend: (state) => change(state, { do: 'suspend' }),
  help: (state) => change({ ...state, overlay: 'help', helpTop: 0 }),
  quit,
};

/** Does what a binding says. */
export function performAction(state: UiState, action: ActionId, key: string): Change {
  return ACTIONS[action](state, key);
}

function unlessBusy(state: UiState, effect: Effect): Change {
  if (state.session === null) return change(state);
  return state.session.busy === null ? change(state, effect) : stillBusy(state);
}

/** Esc: closes the box, else goes back a step, from Home out of the program. */
function back(state: UiState): Change {
  const place = placeOf(state);
  if (place === 'home') return quit(state);
  if (place === 'help' || place === 'prompt' || place === 'error' || place === 'lost') {
    return closeBox(state);
  }
  return previousStep(state);
}
