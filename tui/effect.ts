import type { SaveForm, Step } from '../src/session/session-state.js';

/** What the reducer asks of the world. Data only; `run-effect.ts` carries it out. */
export type Effect =
  | { readonly do: 'listSessions' }
  | { readonly do: 'startSession'; readonly board: string }
  | { readonly do: 'resumeSession'; readonly id: string }
  | { readonly do: 'dropSession'; readonly id: string }
  | { readonly do: 'leaveSession' }
  | { readonly do: 'goTo'; readonly step: Step; readonly thenFetch?: boolean }
  | { readonly do: 'preflight' }
  | { readonly do: 'forceWarnings' }
  | { readonly do: 'listPorts' }
  | { readonly do: 'connect'; readonly port: string | null }
  | { readonly do: 'zero' }
  | { readonly do: 'keepCounts' }
  | { readonly do: 'sendLine'; readonly text: string }
  | { readonly do: 'mark'; readonly note: string }
  | { readonly do: 'snapshot'; readonly label?: string }
  | { readonly do: 'fetch' }
  | { readonly do: 'toggleKeep'; readonly path: string }
  | { readonly do: 'loadSource'; readonly path: string }
  | { readonly do: 'setForm'; readonly change: Partial<SaveForm> }
  | { readonly do: 'preview' }
  | { readonly do: 'save' }
  | { readonly do: 'editMessage'; readonly message: string }
  | { readonly do: 'commit' }
  | { readonly do: 'clearError' }
  | { readonly do: 'cancel' }
  | { readonly do: 'suspend' }
  | { readonly do: 'exit'; readonly code: number };

/** Effects worth doing again from the error box. */
const REPEATABLE: ReadonlySet<Effect['do']> = new Set<Effect['do']>([
  'listSessions',
  'startSession',
  'resumeSession',
  'goTo',
  'preflight',
  'listPorts',
  'connect',
  'zero',
  'snapshot',
  'fetch',
  'preview',
  'save',
  'commit',
]);

/** True when "try again" makes sense after this failed. */
export function isRepeatable(effect: Effect): boolean {
  return REPEATABLE.has(effect.do);
}
