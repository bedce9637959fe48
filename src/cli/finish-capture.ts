import type { BuiltCapture } from '../capture/build-capture.js';
import { captureJson } from '../capture/capture-json.js';
import type { Capture } from '../capture/capture.js';
import { isContradictory } from '../session/refuse-unsound.js';
import { weighCapture, type CaptureWeight } from '../session/weigh-capture.js';
import { captureFileName } from '../store/capture-file-name.js';
import { previewSuperseding } from '../store/preview-superseding.js';
import { STORE_FOLDER } from '../store/store-folder.js';
import type { CaptureJob } from './capture-job.js';
import { EXIT } from './exit-code.js';
import { previewText } from './preview-text.js';
import { printWarnings } from './print-warnings.js';

/** Who writes the file and commits it: a session, or the store directly. */
export interface CaptureWriter {
  /** Gives the path relative to the project root. */
  readonly save: () => Promise<string>;
  /** Gives the commit id. */
  readonly commit: (file: string, weight: CaptureWeight) => Promise<string>;
}

/**
 * Says what the capture is worth and what it would replace, then writes it (unless `--dry-run`) and
 * commits it (with `--commit`). On stdout: the path of the file, or name and content. The exit code
 * says so when a source was left out for counters that contradict each other.
 */
export async function finishCapture(
  job: CaptureJob,
  built: Pick<BuiltCapture, 'capture' | 'skipped'>,
  warnings: readonly string[],
  writer: CaptureWriter,
): Promise<number> {
  const { context, workspace, captures, flags } = job;
  const { capture } = built;
  const exitCode = isContradictory(built) && flags.partial !== true ? EXIT.board : EXIT.done;
  const { sentences, suggestedLabel } = previewSuperseding(captures, capture);
  const weight = await weighCapture({
    git: workspace.git,
    projectRoot: workspace.projectRoot,
    settings: job.settings,
    captures,
    draft: capture,
    today: context.clock.now(),
  });
  if (!context.json) {
    printWarnings(context, [...warnings, ...sentences]);
    if (suggestedLabel !== null)
      context.output.note(`hint: --label "${suggestedLabel}" keeps both`);
    for (const line of previewText(weight)) context.output.note(line);
  }
  if (flags.dryRun === true) {
    const file = `${STORE_FOLDER}/${captureFileName(capture)}`;
    await printResult(job, capture, { file, warnings, sentences, commitId: null });
    return exitCode;
  }
  const file = await writer.save();
  const commitId = flags.commit === true ? await writer.commit(file, weight) : null;
  await printResult(job, capture, { file, warnings, sentences, commitId });
  return exitCode;
}

interface CaptureResult {
  readonly file: string;
  readonly warnings: readonly string[];
  readonly sentences: readonly string[];
  readonly commitId: string | null;
}

async function printResult(
  { context, flags }: CaptureJob,
  capture: Capture,
  { file, warnings, sentences, commitId }: CaptureResult,
): Promise<void> {
  const text = captureJson(capture);
  if (context.json) {
    const facts = {
      file,
      dry_run: flags.dryRun === true,
      commit: commitId,
      warnings,
      replaces: sentences,
    };
    // Spliced as text: counts beyond 2^53 do not survive a trip through numbers.
    const head = JSON.stringify(facts).slice(0, -1);
    await context.output.data(`${head},"capture":${text}}\n`);
  } else if (flags.dryRun === true) await context.output.data(`${file}\n${text}\n`);
  else {
    if (commitId !== null) context.output.note(`committed ${commitId.slice(0, 7)}`);
    await context.output.data(`${file}\n`);
  }
}
