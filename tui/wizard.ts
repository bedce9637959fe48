import { BenchError, isBenchError } from '../src/base/bench-error.js';
import type { BenchSession, SessionDesk } from '../src/session/bench-session.js';
import { STEPS, type SessionState } from '../src/session/session-state.js';
import { ConsoleBuffer } from './console-buffer.js';
import { EffectQueue } from './effect-queue.js';
import type { Effect } from './effect.js';
import type { Key } from './parse-keys.js';
import { reduce } from './reduce.js';
import { isAtOnce, runEffect, type EffectWorld } from './run-effect.js';
import type { UiEvent } from './ui-event.js';
import type { UiState } from './ui-state.js';

/** What happens without a key shows ten times a second; more costs CPU and shows nothing more. */
const REPAINT_MS = 100;

/** The preview follows the form once typing rests. */
const PREVIEW_MS = 400;

export interface WizardWorld {
  readonly desk: SessionDesk;
  readonly nowMs: () => number;
  readonly editText: (text: string) => Promise<string | null>;
  readonly suspend: () => void;
  readonly exit: (code: number) => void;
}

/** Holds the state, runs events through the reducer and its effects on the session, in turn. */
export class Wizard {
  private ui: UiState;
  private session: BenchSession | null = null;
  private readonly listeners = new Set<() => void>();
  private unsubscribe: readonly (() => void)[] = [];
  private readonly queue = new EffectQueue();
  private repaint: NodeJS.Timeout | undefined;
  private previewSoon: NodeJS.Timeout | undefined;
  /** The furthest step of the session; one that never got to the board is not worth keeping. */
  private furthest = 0;
  private readonly console = new ConsoleBuffer(REPAINT_MS, () => {
    this.flushConsole();
    this.notify();
  });

  private readonly effectWorld: EffectWorld;

  constructor(
    start: UiState,
    private readonly world: WizardWorld,
  ) {
    this.ui = start;
    this.effectWorld = {
      ...world,
      session: () => this.session,
      open: (session) => this.openSession(session),
      leave: () => this.leaveSession(),
      listSessions: () => this.listSessions({ board: null, resume: null }),
      showSource: (path, lines) => this.dispatch({ type: 'source', path, lines }),
      stopped: (didStop) => this.dispatch({ type: 'stopped', didStop }),
    };
  }

  readonly state = (): UiState => this.ui;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Looks for sessions and boards, then opens what was asked for. */
  async open(want: {
    readonly board: string | null;
    readonly resume: string | null;
  }): Promise<void> {
    await this.queue.add({ do: 'listSessions' }, () => this.listSessions(want));
  }

  press(key: Key): void {
    this.flushConsole();
    this.dispatch({ type: 'key', key, nowMs: this.world.nowMs() });
  }

  dispatch(event: UiEvent): void {
    const before = this.ui;
    const { state, effects } = reduce(before, event);
    this.ui = state;
    for (const effect of effects) this.start(effect);
    if (this.ui === before) return;
    if (event.type === 'key' || event.type === 'resize') this.notify();
    else this.repaint ??= setTimeout(() => this.notify(), REPAINT_MS);
  }

  /** Closes the session; it stays resumable unless it is done. */
  async close(): Promise<void> {
    clearTimeout(this.repaint);
    clearTimeout(this.previewSoon);
    await this.leaveSession();
  }

  private notify(): void {
    clearTimeout(this.repaint);
    this.repaint = undefined;
    for (const listener of this.listeners) listener();
  }

  private start(effect: Effect): void {
    if (effect.do === 'setForm') {
      clearTimeout(this.previewSoon);
      this.previewSoon = setTimeout(() => this.start({ do: 'preview' }), PREVIEW_MS).unref();
    }
    if (isAtOnce(effect)) {
      void this.perform(effect);
      return;
    }
    void this.queue.add(effect, () => this.perform(effect));
  }

  private async perform(effect: Effect): Promise<void> {
    try {
      const ok = await runEffect(effect, this.effectWorld);
      this.dispatch({ type: 'done', effect, ok });
    } catch (error) {
      this.dispatch({ type: 'failed', effect, error: asBenchError(error) });
    }
  }

  private async listSessions(want: {
    readonly board: string | null;
    readonly resume: string | null;
  }): Promise<void> {
    try {
      const [sessions, boards] = await Promise.all([
        this.world.desk.list(),
        this.world.desk.boards(),
      ]);
      this.dispatch({ type: 'desk', sessions, boards, want });
    } catch (error) {
      this.dispatch({
        type: 'desk',
        sessions: [],
        boards: [],
        want: { board: null, resume: null },
      });
      this.dispatch({ type: 'failed', effect: { do: 'listSessions' }, error: asBenchError(error) });
    }
  }

  private openSession(session: BenchSession): void {
    this.console.clear();
    this.session = session;
    this.furthest = STEPS.indexOf(session.state().step);
    this.unsubscribe = [
      session.subscribe((state) => {
        this.furthest = Math.max(this.furthest, STEPS.indexOf(state.step));
        this.dispatch({ type: 'session', session: state });
      }),
      session.onConsole((chunk) => this.console.push(chunk)),
    ];
    this.dispatch({ type: 'session', session: session.state() });
  }

  private async leaveSession(): Promise<void> {
    const session = this.session;
    if (session === null) return;
    const isEmpty = this.furthest <= STEPS.indexOf('connect') && !holdsWork(session.state());
    const id = session.state().id;
    this.session = null;
    session.cancel();
    for (const end of this.unsubscribe) end();
    this.unsubscribe = [];
    await session.close();
    if (isEmpty) await this.world.desk.drop(id).catch(() => undefined);
    this.dispatch({ type: 'session', session: null });
  }

  private flushConsole(): void {
    const heard = this.console.take();
    if (heard !== null) this.dispatch({ type: 'console', ...heard });
  }
}

/** Something was fetched, zeroed or saved in this run of the session or an earlier one. */
function holdsWork(state: SessionState): boolean {
  return state.coverage !== null || state.isZeroed || state.savedFile !== null;
}

function asBenchError(error: unknown): BenchError {
  if (isBenchError(error)) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new BenchError('INTERNAL', 'something went wrong inside otto-bench', {
    why,
    hints: ['the session is kept: leave and start again to resume it'],
    cause: error,
  });
}
