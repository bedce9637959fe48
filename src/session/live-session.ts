import { appendFile } from 'node:fs/promises';
import { BenchError } from '../base/bench-error.js';
import type { BuiltCapture } from '../capture/build-capture.js';
import { readBlobs } from '../git/read-blobs.js';
import { readHead } from '../git/read-head.js';
import { readStatus } from '../git/read-status.js';
import { readTree } from '../git/read-tree.js';
import type { BenchSession, ConsoleChunk } from './bench-session.js';
import type { BoardConnection } from './board-connection.js';
import { runCheck, runningCheck } from './checks/check.js';
import { connectBoard } from './connect-board.js';
import type { Evidence } from './decode-evidence.js';
import { portChoices } from './port-choices.js';
import { preflightChecks } from './preflight-checks.js';
import { reviewAgain } from './review-coverage.js';
import { commitEvidence } from './save-capture.js';
import { saveSession } from './save-session.js';
import { formProblems, savePreview } from './save-preview.js';
import type { SessionContext } from './session-context.js';
import { stepRefusal } from './session-rules.js';
import type { SaveForm, SessionState, Step } from './session-state.js';
import { coverageOf, decodeFetched, draftNow, keepObjects, weighNow } from './take-coverage.js';

const LOST = 'the link was lost; what was fetched is kept';

/** A session on a board, journalled step by step. */
export class LiveSession implements BenchSession {
  private connection: BoardConnection | null = null;
  private isForced = false;
  private fetches: number;
  private readonly chosen = new Map<string, boolean>();
  private isFormNew = false;
  private consoleLog: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: SessionContext,
    /** What an earlier run of this session fetched. */
    private evidence: Evidence | null = null,
    private rawSha256: string | null = null,
    fetches = 0,
  ) {
    this.fetches = fetches;
  }

  state(): SessionState {
    return this.context.core.state;
  }

  subscribe(listener: (state: SessionState) => void): () => void {
    return this.context.core.subscribe(listener);
  }

  onConsole(listener: (chunk: ConsoleChunk) => void): () => void {
    return this.context.core.onConsole(listener);
  }

  async goTo(step: Step): Promise<boolean> {
    const { core } = this.context;
    const refusal = stepRefusal(core.state, step, this.isForced);
    if (refusal !== null) {
      core.update({ message: refusal });
      return false;
    }
    if (step !== core.state.step) core.record({ type: 'step', step });
    core.update({ message: '', error: null });
    return Promise.resolve(true);
  }

  preflight(): Promise<boolean> {
    const { core, workspace, board, choices } = this.context;
    this.isForced = false;
    return core.attempt('checking', async () => {
      const plans = preflightChecks(workspace, board, choices.port);
      core.update({ checks: plans.map(runningCheck) });
      await Promise.all(
        plans.map(async (plan, index) => {
          const check = await runCheck(plan);
          core.update({ checks: core.state.checks.with(index, check) });
        }),
      );
      const head = await readHead(workspace.git).catch(() => null);
      const isDirty = head !== null && (await readStatus(workspace.git)).length > 0;
      if (head) {
        core.update({
          branch: head.branch ?? 'detached',
          shortHead: head.commit.slice(0, 7),
          isDirty,
        });
      }
    });
  }

  forceWarnings(): void {
    const { core } = this.context;
    const warnings = core.state.checks.filter(({ grade }) => grade === 'warning');
    if (warnings.length === 0) {
      core.update({ message: 'there is no warning to force' });
      return;
    }
    this.isForced = true;
    core.record({ type: 'forced', checks: warnings.map(({ id }) => id) });
    const names = warnings.map(({ label }) => label).join(', ');
    core.update({ message: `forced, and written into the commit: ${names}` });
  }

  listPorts(): Promise<boolean> {
    const { core, board } = this.context;
    return core.attempt('looking for ports', async () => {
      core.update({ ports: await portChoices(board) });
    });
  }

  async connect(port?: string): Promise<boolean> {
    const { core } = this.context;
    await this.connection?.close();
    this.connection = null;
    core.update({ link: 'connecting', receivedBytes: 0, sentBytes: 0 });
    const done = await core.attempt('connecting', async (signal) => {
      const connection = await connectBoard(this.context, port ?? null, signal, {
        onBytes: (bytes) => this.takeBytes(bytes),
        onLost: (reason) => this.lose(reason),
      });
      this.connection = connection;
      core.record({ type: 'connected', port: connection.port });
      core.update({ link: 'up', canZero: connection.canZero });
      for (const words of connection.words) this.say(words);
    });
    if (!done) core.update({ link: 'none' });
    return done;
  }

  async disconnect(): Promise<void> {
    await this.connection?.close();
    this.connection = null;
    this.context.core.update({ link: 'none' });
  }

  zero(): Promise<boolean> {
    const { core, folder } = this.context;
    return core.attempt('zeroing the counters', async (signal) => {
      const result = await this.connected().zero({
        rawFolder: folder.rawPath,
        signal,
        onProgress: () => undefined,
      });
      core.record({ type: 'zeroed', result: [...result] });
    });
  }

  keepCounts(): void {
    this.context.core.record({ type: 'kept-counts' });
  }

  sendLine(text: string): Promise<boolean> {
    const { core } = this.context;
    return core.attempt('sending', async (signal) => {
      const sentBytes = await this.connected().sendLine(text, signal);
      core.record({ type: 'sent', text });
      core.update({ sentBytes: core.state.sentBytes + sentBytes });
    });
  }

  mark(note: string): void {
    this.context.core.record({ type: 'marked', note });
  }

  snapshot(): Promise<boolean> {
    return this.take('snapshot', 'reading the counters');
  }

  fetch(): Promise<boolean> {
    return this.take('fetched', 'fetching');
  }

  private take(type: 'fetched' | 'snapshot', busy: string): Promise<boolean> {
    const { core, folder } = this.context;
    return core.attempt(busy, async (signal) => {
      const connection = this.connected();
      const startMs = core.clock.now().getTime();
      core.update({ fetch: { receivedBytes: 0, totalBytes: null, elapsedMs: 0, objects: [] } });
      const taken = await connection.take({
        rawFolder: folder.rawPath,
        signal,
        onProgress: (progress) => {
          const elapsedMs = core.clock.now().getTime() - startMs;
          core.update({ fetch: { ...progress, elapsedMs } });
        },
      });
      this.fetches += 1;
      const fetched = { ...taken, source: connection.port };
      const rawFile = await keepObjects(this.context, this.fetches, fetched);
      core.record({
        type,
        rawFile,
        rawSha256: taken.rawSha256 ?? '',
        objects: taken.objects.map(({ path, status, bytes, reason }) => ({
          path,
          status,
          sizeBytes: bytes.length,
          ...(reason === undefined ? {} : { reason }),
        })),
      });
      this.evidence = await decodeFetched(this.context, fetched, taken.gaps);
      this.rawSha256 = taken.rawSha256;
      await this.showCoverage();
      const warnings = [...taken.warnings, ...this.evidence.warnings];
      core.update({ message: warnings[0] ?? '' });
      for (const warning of warnings) this.say(warning);
    });
  }

  /** Works the coverage out again from what was fetched. */
  async showCoverage(): Promise<void> {
    const { core } = this.context;
    if (this.evidence === null) return;
    core.update({ coverage: await coverageOf(this.context, this.evidence, this.chosen) });
  }

  toggleKeep(path: string): void {
    const { core } = this.context;
    const { coverage } = core.state;
    const file = coverage?.files.find((candidate) => candidate.path === path);
    if (!coverage || !file) return;
    this.chosen.set(path, !file.isKept);
    core.update({ coverage: reviewAgain(coverage, this.chosen) });
    core.record({ type: 'dropped-files', paths: [...this.dropped()] });
  }

  async sourceLines(path: string): Promise<readonly string[]> {
    const { git } = this.context.workspace;
    try {
      const id = (await readTree(git)).get(path)?.id ?? '';
      const blob = (await readBlobs(git, [id])).get(id);
      const lines = blob?.toString('utf8').split(/\r?\n/) ?? [];
      return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    } catch (error) {
      if (error instanceof BenchError) return [];
      throw error;
    }
  }

  setForm(change: Partial<SaveForm>): void {
    const { core } = this.context;
    this.isFormNew = true;
    core.update({ form: { ...core.state.form, ...change } });
    const { preview } = core.state;
    const problems = formProblems(this.context, core.state.form);
    if (preview) core.update({ preview: { ...preview, problems } });
  }

  /** The capture as it would be written now. Errors: those of draftCapture, USAGE. */
  draft(): Promise<BuiltCapture> {
    return draftNow(this.context, this.fetched(), this.dropped());
  }

  preview(): Promise<boolean> {
    const { core } = this.context;
    return core.attempt('working out what it is worth', async () => {
      this.keepForm();
      const draft = await this.draft();
      const weight = await weighNow(this.context, draft);
      core.update({ preview: await savePreview(this.context, draft, weight) });
    });
  }

  save(): Promise<boolean> {
    const { core } = this.context;
    return core.attempt('saving', async () => {
      this.keepForm();
      const [problem] = Object.entries(formProblems(this.context, core.state.form));
      if (problem) throw new BenchError('USAGE', `${problem[0]}: ${problem[1]}`);
      await saveSession(this.context, this.fetched(), this.dropped(), this.rawSha256);
    });
  }

  setCommitMessage(message: string): void {
    const { core } = this.context;
    const { commitPlan } = core.state;
    if (commitPlan) core.update({ commitPlan: { ...commitPlan, message } });
  }

  commit(): Promise<boolean> {
    const { core, workspace } = this.context;
    return core.attempt('committing', async () => {
      const plan = core.state.commitPlan;
      if (!plan) throw new BenchError('USAGE', 'save the capture first');
      if (plan.message.trim() === '') throw new BenchError('USAGE', 'the commit message is empty');
      const commit = await commitEvidence(workspace.git, plan.paths, plan.message);
      core.record({ type: 'committed', commit });
      if (core.state.step === 'commit') core.record({ type: 'step', step: 'done' });
    });
  }

  clearError(): void {
    this.context.core.update({ error: null, message: '' });
  }

  cancel(): boolean {
    return this.context.core.cancel();
  }

  async close(): Promise<void> {
    const { core } = this.context;
    core.cancel();
    try {
      this.keepForm();
    } finally {
      await this.connection?.close();
      this.connection = null;
      await this.consoleLog.catch(() => undefined);
      core.end();
    }
  }

  private connected(): BoardConnection {
    if (this.connection) return this.connection;
    throw new BenchError('LINK_LOST', 'the board is not connected', {
      hints: ['go back to Connect'],
    });
  }

  private fetched(): Evidence {
    if (this.evidence) return this.evidence;
    throw new BenchError('USAGE', 'nothing was fetched yet');
  }

  private dropped(): ReadonlySet<string> {
    const files = this.state().coverage?.files ?? [];
    return new Set(files.filter(({ isKept }) => !isKept).map(({ path }) => path));
  }

  private keepForm(): void {
    const { core } = this.context;
    if (this.isFormNew) core.record({ type: 'form', form: core.state.form });
    this.isFormNew = false;
  }

  private takeBytes(bytes: Uint8Array): void {
    const { core, folder } = this.context;
    core.update({ receivedBytes: core.state.receivedBytes + bytes.length });
    core.console(bytes);
    this.consoleLog = this.consoleLog.then(() => appendFile(folder.consolePath, bytes));
    this.consoleLog.catch(() => undefined);
  }

  private lose(reason: string): void {
    const { core } = this.context;
    this.connection = null;
    core.record({ type: 'link-lost', reason });
    core.update({ link: 'lost', message: LOST });
    this.say(reason);
  }

  private say(words: string): void {
    const { core } = this.context;
    const time = core.clock.now().toTimeString().slice(0, 8);
    core.update({ handshake: [...core.state.handshake, `${time} ${words}`].slice(-200) });
  }
}
