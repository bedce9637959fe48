import { captureJson } from '../capture/capture-json.js';
import type { BuiltCapture } from '../capture/build-capture.js';
import { previewSuperseding } from '../store/preview-superseding.js';
import { readStore } from '../store/read-store.js';
import { STORE_FOLDER } from '../store/store-folder.js';
import { isManualTier, ticketProblem } from './capture-facts.js';
import { earlierFile } from './earlier-file.js';
import type { SessionContext } from './session-context.js';
import type { SaveForm, SavePreview, ValidityPreviewRow } from './session-state.js';
import type { CaptureWeight, FileWorth } from './weigh-capture.js';

const MAX_FIELD = 4000;

/** Everything the Save step shows about the file it would write. */
export async function savePreview(
  context: SessionContext,
  draft: BuiltCapture,
  weight: CaptureWeight,
): Promise<SavePreview> {
  const replaced = earlierFile(context.core.state);
  const stored = (await readStore(context.workspace.projectRoot)).captures;
  const captures = stored.filter(({ file }) => `${STORE_FOLDER}/${file}` !== replaced);
  const { sentences, suggestedLabel } = previewSuperseding(captures, draft.capture);
  // The label that keeps both is made of the ticket.
  const label = draft.capture.ticket === null ? null : suggestedLabel;
  return {
    file: `${STORE_FOLDER}/${weight.file}`,
    sizeBytes: Buffer.byteLength(captureJson(draft.capture)),
    hitLines: weight.hitLines,
    newLines: countNew(weight),
    rows: [...weight.worth].map(([path, worth]) => previewRow(path, worth)),
    skipped: draft.warnings,
    superseding:
      label === null ? sentences : [...sentences, `set the label to "${label}" to keep both`],
    problems: formProblems(context, context.core.state.form),
  };
}

/** Lines a capture adds to the store. */
export function countNew(weight: CaptureWeight): number {
  let lines = 0;
  for (const fresh of weight.newLines.values()) lines += fresh.length;
  return lines;
}

function previewRow(path: string, { executed, lost }: FileWorth): ValidityPreviewRow {
  const causes = [...new Set(lost.map(({ cause }) => cause))].join(', ');
  const text = lost.length === 0 ? 'valid' : `stale from day one: ${causes}`;
  return { path, validLines: executed - lost.length, executedLines: executed, text };
}

/** What is wrong with the form, by field. */
export function formProblems(
  { settings, board, choices }: SessionContext,
  form: SaveForm,
): SavePreview['problems'] {
  const ticket = form.ticket.trim();
  const isNeeded = ticket === '' && isManualTier(choices.tier, settings);
  const words = isNeeded
    ? 'needed: which ticket is this for?'
    : ticket === ''
      ? null
      : ticketProblem(ticket, board.ticketPattern);
  const email = form.testerEmail.trim();
  const isOrphan = email !== '' && form.testerName.trim() === '';
  const problems: Partial<Record<keyof SaveForm, string>> = {
    ...(words === null ? {} : { ticket: words }),
    ...(isOrphan ? { testerName: 'needed with an e-mail address' } : {}),
  };
  for (const [field, text] of Object.entries(form)) {
    if (text.length > MAX_FIELD && isField(form, field)) problems[field] = 'too long';
  }
  return problems;
}

function isField(form: SaveForm, name: string): name is keyof SaveForm {
  return name in form;
}
