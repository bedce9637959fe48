import { toBenchError } from '../base/to-bench-error.js';
import { isoSeconds, type Clock } from '../base/clock.js';
import type { ConsoleChunk } from './bench-session.js';
import type { Journal } from './journal.js';
import { reduceSession } from './reduce-session.js';
import type { SessionEvent } from './session-event.js';
import type { SessionState } from './session-state.js';

/** An event without its time, which `record` adds. */
export type NewEvent = SessionEvent extends infer Event
  ? Event extends SessionEvent
    ? Omit<Event, 'at'>
    : never
  : never;

/** State, journal and the one running action of a session; knows nothing of boards or git. */
export class SessionCore {
  private current: SessionState;
  private readonly stateListeners = new Set<(state: SessionState) => void>();
  private readonly consoleListeners = new Set<(chunk: ConsoleChunk) => void>();
  private running: AbortController | null = null;
  private hasWork: boolean;

  constructor(
    state: SessionState,
    private readonly journal: Journal,
    readonly clock: Clock,
    /** What the journal holds already. */
    events: readonly SessionEvent[],
  ) {
    this.current = state;
    this.hasWork = events.some(isWork);
  }

  /** False while nothing happened that anybody could want to go on with. */
  get isWorthKeeping(): boolean {
    return this.hasWork;
  }

  get state(): SessionState {
    return this.current;
  }

  subscribe(listener: (state: SessionState) => void): () => void {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }

  onConsole(listener: (chunk: ConsoleChunk) => void): () => void {
    this.consoleListeners.add(listener);
    return () => this.consoleListeners.delete(listener);
  }

  update(change: Partial<SessionState>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.stateListeners) listener(this.current);
  }

  /** Into the journal first, then into the state: what is shown as done survives a crash. */
  record(event: NewEvent): void {
    const stamped: SessionEvent = { ...event, at: isoSeconds(this.clock.now()) };
    this.journal.append(stamped);
    this.hasWork ||= isWork(stamped);
    this.update(reduceSession(this.current, stamped));
  }

  console(bytes: Uint8Array): void {
    const chunk = { at: this.clock.now(), bytes };
    for (const listener of this.consoleListeners) listener(chunk);
  }

  /**
   * Runs one action with the words shown meanwhile; false when it failed (then `error` says how),
   * was cancelled, or another one is still running.
   */
  async attempt(busy: string, action: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    if (this.running) {
      this.update({ message: `still busy: ${this.current.busy ?? 'working'}` });
      return false;
    }
    const controller = new AbortController();
    this.running = controller;
    this.update({ busy, error: null, message: '' });
    try {
      await action(controller.signal);
      // Over before it is told: who hears of it may start the next action at once.
      this.running = null;
      this.update({ busy: null });
      return true;
    } catch (error) {
      const known = toBenchError(error);
      this.running = null;
      if (known.code === 'CANCELLED') this.update({ busy: null, message: 'stopped' });
      else this.update({ busy: null, error: known, message: known.message });
      return false;
    }
  }

  /** Stops what is running; true when there was something. */
  cancel(): boolean {
    this.running?.abort();
    return this.running !== null;
  }

  /** Nothing is told or written any more. */
  end(): void {
    this.running?.abort();
    this.stateListeners.clear();
    this.consoleListeners.clear();
    this.journal.close();
  }
}

const WORK = new Set<SessionEvent['type']>([
  'zeroed',
  'sent',
  'marked',
  'fetched',
  'snapshot',
  'saved',
  'committed',
]);

function isWork({ type }: SessionEvent): boolean {
  return WORK.has(type);
}
