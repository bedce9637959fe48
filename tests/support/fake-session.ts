import type { BenchError } from '../../src/base/bench-error.js';
import type { BenchSession, ConsoleChunk, SessionDesk } from '../../src/session/bench-session.js';
import type {
  SaveForm,
  SessionState,
  SessionSummary,
  Step,
} from '../../src/session/session-state.js';

/** A session that does what a test says and writes down what it was asked. */
export class FakeSession implements BenchSession {
  readonly calls: string[] = [];
  /** Answers by method name; `true` where nothing is set. */
  readonly answers = new Map<string, boolean>();
  sources = new Map<string, readonly string[]>();
  private readonly listeners = new Set<(state: SessionState) => void>();
  private readonly consoles = new Set<(chunk: ConsoleChunk) => void>();

  constructor(private current: SessionState) {}

  state(): SessionState {
    return this.current;
  }
  subscribe(listener: (state: SessionState) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  onConsole(listener: (chunk: ConsoleChunk) => void): () => void {
    this.consoles.add(listener);
    return () => this.consoles.delete(listener);
  }
  /** Changes the state as the real session would, and tells whoever listens. */
  patch(part: Partial<SessionState>): void {
    this.current = { ...this.current, ...part };
    for (const listener of this.listeners) listener(this.current);
  }
  fail(error: BenchError): void {
    this.patch({ error });
  }
  /** Bytes from the board. */
  hear(bytes: string | Uint8Array, at = new Date('2026-11-30T14:12:30Z')): void {
    const chunk = { at, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes };
    for (const listener of this.consoles) listener(chunk);
  }

  private answer(name: string, call = name): Promise<boolean> {
    this.calls.push(call);
    return Promise.resolve(this.answers.get(name) ?? true);
  }
  async goTo(step: Step): Promise<boolean> {
    const ok = await this.answer('goTo', `goTo ${step}`);
    if (ok) this.patch({ step });
    return ok;
  }
  preflight = (): Promise<boolean> => this.answer('preflight');
  forceWarnings = (): void => void this.answer('forceWarnings');
  listPorts = (): Promise<boolean> => this.answer('listPorts');
  connect = (port?: string): Promise<boolean> => this.answer('connect', `connect ${port ?? ''}`);
  disconnect = async (): Promise<void> => void (await this.answer('disconnect'));
  zero = (): Promise<boolean> => this.answer('zero');
  keepCounts = (): void => void this.answer('keepCounts');
  sendLine = (text: string): Promise<boolean> => this.answer('sendLine', `sendLine ${text}`);
  mark = (note: string): void => void this.answer('mark', `mark ${note}`);
  snapshot = (label?: string): Promise<boolean> =>
    this.answer('snapshot', label === undefined ? 'snapshot' : `snapshot ${label}`);
  fetch = (): Promise<boolean> => this.answer('fetch');
  toggleKeep(path: string): void {
    void this.answer('toggleKeep', `toggleKeep ${path}`);
    const coverage = this.current.coverage;
    if (coverage === null) return;
    const files = coverage.files.map((file) =>
      file.path === path ? { ...file, isKept: !file.isKept } : file,
    );
    this.patch({ coverage: { ...coverage, files } });
  }
  sourceLines(path: string): Promise<readonly string[]> {
    this.calls.push(`sourceLines ${path}`);
    return Promise.resolve(this.sources.get(path) ?? []);
  }
  setForm(change: Partial<SaveForm>): void {
    this.calls.push(`setForm ${JSON.stringify(change)}`);
    this.patch({ form: { ...this.current.form, ...change } });
  }
  preview = (): Promise<boolean> => this.answer('preview');
  save = (): Promise<boolean> => this.answer('save');
  setCommitMessage(message: string): void {
    this.calls.push('setCommitMessage');
    const plan = this.current.commitPlan;
    if (plan !== null) this.patch({ commitPlan: { ...plan, message } });
  }
  commit = (): Promise<boolean> => this.answer('commit');
  clearError(): void {
    this.calls.push('clearError');
    this.patch({ error: null });
  }
  cancel(): boolean {
    this.calls.push('cancel');
    return this.answers.get('cancel') ?? false;
  }
  close = async (): Promise<void> => void (await this.answer('close'));
}

/** A desk with the sessions and boards a test names. */
export class FakeDesk implements SessionDesk {
  readonly calls: string[] = [];
  sessions: readonly SessionSummary[] = [];
  boardList = [{ name: 'nucleo-f446', displayName: 'Nucleo F446RE' }];
  failure: Error | null = null;

  constructor(readonly session: FakeSession) {}

  list(): Promise<readonly SessionSummary[]> {
    this.calls.push('list');
    return Promise.resolve(this.sessions);
  }
  start = (board: string): Promise<BenchSession> => this.open(`start ${board}`);
  resume = (id: string): Promise<BenchSession> => this.open(`resume ${id}`);
  private open(call: string): Promise<BenchSession> {
    this.calls.push(call);
    return this.failure === null ? Promise.resolve(this.session) : Promise.reject(this.failure);
  }
  drop(id: string): Promise<void> {
    this.calls.push(`drop ${id}`);
    this.sessions = this.sessions.filter((session) => session.id !== id);
    return Promise.resolve();
  }
  boards(): Promise<readonly { readonly name: string; readonly displayName: string }[]> {
    return Promise.resolve(this.boardList);
  }
}
