import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchError } from '../../base/bench-error.js';
import { commitAll } from '../../git/init-repository.js';
import { lineRanges } from '../../report/line-ranges.js';
import { summarize } from '../../report/report-summary.js';
import type { Workspace } from '../../session/workspace.js';
import { readSettings } from '../../settings/read-settings.js';
import { readStore } from '../../store/read-store.js';
import { foldStore } from '../../validity/fold-store.js';
import type { ValidityReport } from '../../validity/validity-report.js';
import type { DemoScreen } from './demo-screen.js';

/** Code moves on; after each change the store is asked again what its evidence is worth. */
export async function playChanges(screen: DemoScreen, workspace: Workspace): Promise<void> {
  await screen.title('A week later somebody edits a line the evidence covers');
  await edit(workspace, 'src/valve.c', (text) => text.replace('demand > 50', 'demand > 60'));
  await screen.show(
    'src/valve.c:8\n- case 1: return demand > 50 ? 2 : 1;\n+ case 1: return demand > 60 ? 2 : 1;',
  );
  await judge(screen, workspace);
  await screen.say('Only that line has to be tested again. The rest still stands.');

  await screen.title('A file is renamed, and gets a comment at its top');
  await rename(
    join(workspace.projectRoot, 'src', 'filter.c'),
    join(workspace.projectRoot, 'src', 'lowpass.c'),
  );
  await edit(workspace, 'src/lowpass.c', (text) => `/* Low-pass filter. */\n${text}`);
  await commitAll(workspace.git, 'Call the filter what it is\n');
  await screen.show('git mv src/filter.c src/lowpass.c');
  await judge(screen, workspace);
  await screen.say('The evidence went with the file, every line one further down.');

  await screen.title('A formatter runs over everything');
  await edit(workspace, 'src/session.c', reformat);
  await screen.show('src/session.c: 4 spaces become tabs, trailing blanks appear');
  await judge(screen, workspace);
  await screen.say('Spacing is not code: nothing was lost.');
}

async function edit(
  { projectRoot }: Workspace,
  path: string,
  change: (text: string) => string,
): Promise<void> {
  const file = join(projectRoot, path);
  const before = await readFile(file, 'utf8');
  const after = change(before);
  if (after === before)
    throw new BenchError('INTERNAL', `the demo found nothing to edit in ${path}`);
  await writeFile(file, after);
}

function reformat(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^(?: {4})+/, (indent) => '\t'.repeat(indent.length / 4)))
    .map((line) => (line === '' ? line : `${line} `))
    .join('\n');
}

/** What the whole store is worth for the tree as it lies there. */
export async function foldDemo({ git, projectRoot }: Workspace): Promise<ValidityReport> {
  const { captures } = await readStore(projectRoot);
  return foldStore({
    git,
    projectRoot,
    captures,
    settings: await readSettings(projectRoot),
    tree: 'worktree',
    today: new Date(),
  });
}

async function judge(screen: DemoScreen, workspace: Workspace): Promise<void> {
  const { valid, lost, runs } = summarize(await foldDemo(workspace));
  await screen.good(`${valid} lines valid`);
  if (lost === 0) return;
  await screen.bad(`${lost} ${lost === 1 ? 'line' : 'lines'} lost`);
  for (const { path, lines, cause, now } of runs.flatMap(({ losses }) => losses)) {
    const place = now === null ? '' : `, now ${now.path}:${lineRanges(now.lines)}`;
    await screen.bad(`${path}:${lineRanges(lines)} ${cause}${place}`);
  }
}
