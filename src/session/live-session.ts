import { readdir, rm } from 'node:fs/promises';
import { BenchError } from '../base/bench-error.js';
import type { BuiltCapture } from '../capture/build-capture.js';
import type { BenchSession, ConsoleChunk } from './bench-session.js';
import { beginCounting } from './begin-counting.js';
import { earlierFile } from './earlier-file.js';
import { mergedCounts, type Evidence } from './decode-evidence.js';
import { portChoices } from './port-choices.js';
import { ReadingEpochs } from './reading-epochs.js';
import { reviewAgain } from './review-coverage.js';
import { commitEvidence } from './save-capture.js';
import { refuseStale } from './refuse-stale.js';
import { saveSession } from './save-session.js';
import { formProblems, savePreview } from './save-preview.js';
import type { SessionContext } from './session-context.js';
import { SessionLink } from './session-link.js';
import { readingName, type PreviousReading } from './previous-reading.js';
import { stepRefusal } from './session-rules.js';
import { differenceWords, snapshotDifference } from './snapshot-difference.js';
import type { SaveForm, SessionState, Step } from './session-state.js';
import { coverageOf, decodeFetched, draftNow, weighNow } from './take-coverage.js';
import { takeFromBoard } from './take-from-board.js';
import { readSourceLines } from './read-source-lines.js';
import { runPreflight } from './run-preflight.js';

/** A session on a board, journalled step by step. */
export class LiveSession implements BenchSession {
  private readonly link: SessionLink;
  private isForced = false;
  private isFormNew = false;
  private warnings: readonly string[] = [];

  constructor(
    private readonly context: SessionContext,
    /** What an earlier run of this session fetched. */
    private evidence: Evidence | null = null,
    private rawSha256: string | null = null,
    /** Number of the last reading that was kept. */
    private fetches = 0,
    /** What the tester ticked by hand, by path. */
    private readonly chosen = new Map<string, boolean>(),
    /** Every reading of this session so far. */
    private readonly epochs = new ReadingEpochs(),
    /** What the last reading amounted to, for the difference of the next. */
    private previous: PreviousReading | null = null,
  ) {
    this.link = new SessionLink(context);
  }

  state(): SessionState {
    return this.context.core.state;
  }

  /** What is odd about the last reading, a sentence each. */
  readingWarnings(): readonly string[] {
    return this.warnings;
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
    const { core } = this.context;
    this.isForced = false;
    return core.attempt('checking', () => runPreflight(this.context));
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

  connect(port?: string): Promise<boolean> {
    return this.link.connect(port ?? null);
  }

  disconnect(): Promise<void> {
    return this.link.disconnect();
  }

  zero(): Promise<boolean> {
    const { core } = this.context;
    return core.attempt('zeroing the counters', async (signal) => {
      const { board } = this.link;
      const number = this.fetches + 1;
      const { baseline, event } = await beginCounting(this.context, board, {
        number,
        signal,
        before: this.epochs.last,
      });
      if (baseline.length > 0) this.fetches = number;
      this.epochs.begin(baseline);
      // What was fetched before is of the time before, and must not be recorded as if of after.
      this.evidence = null;
      this.rawSha256 = null;
      this.previous = null;
      core.record(event);
      core.update({ coverage: null, difference: null, preview: null });
    });
  }

  keepCounts(): void {
    this.epochs.begin();
    this.previous = null;
    this.context.core.record({ type: 'kept-counts' });
  }

  sendLine(text: string): Promise<boolean> {
    const { core } = this.context;
    return core.attempt('sending', (signal) => this.link.sendLine(text, signal));
  }

  mark(note: string): void {
    this.context.core.record({ type: 'marked', note });
  }

  snapshot(label?: string): Promise<boolean> {
    return this.take('snapshot', 'reading the counters', label ?? null);
  }

  fetch(): Promise<boolean> {
    return this.take('fetched', 'fetching', null);
  }

  private take(type: 'fetched' | 'snapshot', busy: string, label: string | null): Promise<boolean> {
    const { core } = this.context;
    return core.attempt(busy, async (signal) => {
      this.fetches += 1;
      const taken = await takeFromBoard(this.context, this.link.board, {
        type,
        number: this.fetches,
        signal,
        label,
      });
      const { objects, warnings } = this.epochs.add(taken.objects);
      this.evidence = await decodeFetched(this.context, { ...taken, objects }, taken.gaps);
      this.rawSha256 = taken.rawSha256;
      const words = this.compare(this.evidence, label);
      await this.showCoverage();
      this.warnings = [...warnings, ...taken.warnings, ...this.evidence.warnings];
      core.update({ message: this.warnings[0] ?? (type === 'snapshot' ? words : '') });
      for (const line of [...(taken.words ?? []), words, ...this.warnings]) this.link.say(line);
    });
  }

  /** Notes what a reading added to the one before it, and gives that in words. */
  private compare(evidence: Evidence, label: string | null): string {
    const { core } = this.context;
    const counts = mergedCounts(evidence);
    const since = this.previous?.name ?? null;
    const difference = snapshotDifference(this.previous?.counts ?? null, counts, { label, since });
    const { hitLines, newLines } = difference;
    core.record({ type: 'compared', label, since, hitLines, newLines });
    core.update({ difference });
    this.previous = { name: readingName(label, core.clock.now()), counts };
    return differenceWords(difference);
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

  sourceLines(path: string): Promise<readonly string[]> {
    return readSourceLines(this.context.workspace.git, path);
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
      await refuseStale(this.context, draft.capture);
      const weight = await weighNow(this.context, draft, earlierFile(core.state));
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
    const { core, folder, unlock } = this.context;
    core.cancel();
    try {
      this.keepForm();
    } finally {
      await this.link.close();
      core.end();
    }
    // Bytes of a fetch that failed may be all there is of an hour's work.
    const hasRaw = (await readdir(folder.rawPath).catch(() => [])).length > 0;
    if (!core.isWorthKeeping && !hasRaw) await rm(folder.path, { recursive: true, force: true });
    await unlock();
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
}
