import { readdir } from 'node:fs/promises';
import { basename, relative, resolve, sep } from 'node:path';
import { BenchError } from '../../base/bench-error.js';
import { printableLines } from '../../base/printable.js';
import { readHead } from '../../git/read-head.js';
import { readStatus } from '../../git/read-status.js';
import { planCommit, type CommitItem } from '../../session/commit-plan.js';
import { commitEvidence, foreignStaged } from '../../session/save-capture.js';
import { findSavedBy, recordCommit } from '../../session/saved-trailers.js';
import type { Trailer } from '../../session/session-event.js';
import type { CommitPlan } from '../../session/session-state.js';
import type { Workspace } from '../../session/workspace.js';
import { readStored } from '../../store/read-store.js';
import { STORE_FOLDER, storeFolder } from '../../store/store-folder.js';
import type { CliContext } from '../cli-context.js';
import { EXIT } from '../exit-code.js';
import { openProject } from '../open-project.js';

/** `commit [CAPTURE…]`: commits exactly these files of the store; nothing is pushed. */
export async function commit(
  context: CliContext,
  args: readonly string[],
  flags: { readonly dryRun?: boolean },
): Promise<number> {
  const workspace = await openProject(context);
  const names = args.length > 0 ? args.map((arg) => storeName(context, workspace, arg)) : [];
  const chosen = names.length > 0 ? names : await uncommitted(workspace);
  if (chosen.length === 0) {
    throw new BenchError('NOTHING_TO_RECORD', 'every capture of the store is committed already');
  }
  const sources = await Promise.all(
    chosen.map((name) => findSavedBy(workspace, `${STORE_FOLDER}/${name}`)),
  );
  const items = await Promise.all(
    chosen.map((name, index) => commitItem(workspace, name, sources[index]?.trailers ?? [])),
  );
  const paths = items.map(({ path }) => path);
  const plan = planCommit(items, await foreignStaged(workspace.git, paths));
  const id = flags.dryRun ? null : await commitEvidence(workspace.git, plan.paths, plan.message);
  for (const savedBy of sources) {
    if (savedBy && id !== null) recordCommit(savedBy, id, context.clock.now());
  }
  await printCommit(context, plan, id);
  return EXIT.done;
}

/** What was or would be committed: on stdout the id or the plan, the rest as notes. */
export async function printCommit(
  context: CliContext,
  plan: CommitPlan,
  id: string | null,
): Promise<void> {
  const { paths, message, foreignStaged: foreign } = plan;
  if (context.json) {
    const object = { commit: id, paths, message, foreign_staged: foreign };
    await context.output.data(`${JSON.stringify(object, null, 2)}\n`);
    return;
  }
  const text = [...paths.map((path) => `A  ${path}`), '', printableLines(message)].join('\n');
  if (id === null) await context.output.data(text);
  else {
    context.output.note(text.trimEnd());
    await context.output.data(`${id}\n`);
  }
  if (foreign.length > 0) {
    context.output.note(
      `${foreign.length} other staged ${foreign.length === 1 ? 'file stays' : 'files stay'} staged and out of this commit`,
    );
  }
}

/** The file name in the store for a name, or a path to it. Errors: USAGE. */
function storeName(context: CliContext, workspace: Workspace, arg: string): string {
  const folder = storeFolder(workspace.projectRoot);
  if (basename(arg) === arg) return arg;
  const inStore = relative(folder, resolve(context.cwd, arg));
  const inProject = relative(folder, resolve(workspace.projectRoot, arg));
  const found = [inStore, inProject].find((path) => path !== '' && !path.includes(sep));
  if (found === undefined) {
    throw new BenchError('USAGE', `${arg} is not a file of the store`, {
      why: `captures lie in ${folder}`,
    });
  }
  return found;
}

/** Files of the store that HEAD does not have as they are. */
async function uncommitted({ git, projectRoot }: Workspace): Promise<string[]> {
  const { prefix } = await readHead(git);
  const folder = `${prefix}${STORE_FOLDER}/`;
  const names = await readdir(storeFolder(projectRoot)).catch(() => []);
  const changed = await readStatus(git);
  return names
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .filter((name) =>
      changed.some(
        ({ path }) => path === folder + name || (path.endsWith('/') && folder.startsWith(path)),
      ),
    )
    .toSorted();
}

async function commitItem(
  workspace: Workspace,
  name: string,
  trailers: readonly Trailer[],
): Promise<CommitItem> {
  const path = `${STORE_FOLDER}/${name}`;
  return {
    path,
    capture: await readStored(workspace.projectRoot, name),
    newLines: null,
    trailers,
  };
}
