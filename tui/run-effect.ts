import type { BenchSession, SessionDesk } from '../src/session/bench-session.js';
import type { Effect } from './effect.js';

/** What effects work on. The wizard owns it. */
export interface EffectWorld {
  readonly desk: SessionDesk;
  session(): BenchSession | null;
  open(session: BenchSession): void;
  leave(): Promise<void>;
  listSessions(): Promise<void>;
  showSource(path: string, lines: readonly string[]): void;
  stopped(didStop: boolean): void;
  /** Hands the terminal to an editor; null when the text is to stay. */
  editText(text: string): Promise<string | null>;
  suspend(): void;
  exit(code: number): void;
}

/** Effects that must not wait behind a running one; the session answers them at once. */
const AT_ONCE: ReadonlySet<Effect['do']> = new Set<Effect['do']>([
  'cancel',
  'exit',
  'suspend',
  'forceWarnings',
  'toggleKeep',
  'setForm',
  'mark',
  'clearError',
]);

/** True when the effect is done right away and not in turn. */
export function isAtOnce(effect: Effect): boolean {
  return AT_ONCE.has(effect.do);
}

/** Carries out one effect; false when it was refused. The session's own errors are in its state. */
export async function runEffect(effect: Effect, world: EffectWorld): Promise<boolean> {
  const session = world.session();
  switch (effect.do) {
    case 'listSessions':
      await world.listSessions();
      return true;
    case 'startSession':
      world.open(await world.desk.start(effect.board));
      return true;
    case 'resumeSession':
      world.open(await world.desk.resume(effect.id));
      return true;
    case 'dropSession':
      await world.desk.drop(effect.id);
      return true;
    case 'leaveSession':
      await world.leave();
      return true;
    case 'cancel':
      world.stopped(session?.cancel() ?? false);
      return true;
    case 'suspend':
      world.suspend();
      return true;
    case 'exit':
      world.exit(effect.code);
      return true;
    case 'goTo':
      return session?.goTo(effect.step) ?? false;
    case 'preflight':
      return session?.preflight() ?? false;
    case 'forceWarnings':
      session?.forceWarnings();
      return true;
    case 'listPorts':
      return session?.listPorts() ?? false;
    case 'connect':
      return session?.connect(effect.port ?? undefined) ?? false;
    case 'zero':
      return session?.zero() ?? false;
    case 'keepCounts':
      session?.keepCounts();
      return true;
    case 'sendLine':
      return session?.sendLine(effect.text) ?? false;
    case 'mark':
      session?.mark(effect.note);
      return true;
    case 'snapshot':
      return session?.snapshot(effect.label) ?? false;
    case 'fetch':
      return session?.fetch() ?? false;
    case 'toggleKeep':
      session?.toggleKeep(effect.path);
      return true;
    case 'loadSource':
      world.showSource(effect.path, (await session?.sourceLines(effect.path)) ?? []);
      return true;
    case 'setForm':
      session?.setForm(effect.change);
      return true;
    case 'preview':
      // Asked for while typing; by now the form may be left.
      if (session?.state().step !== 'save') return false;
      return session?.preview() ?? false;
    case 'save':
      return session?.save() ?? false;
    case 'editMessage': {
      const edited = await world.editText(effect.message);
      if (edited !== null) session?.setCommitMessage(edited);
      return edited !== null;
    }
    case 'commit':
      return session?.commit() ?? false;
    case 'clearError':
      session?.clearError();
      return true;
  }
}
