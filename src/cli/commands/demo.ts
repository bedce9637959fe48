import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reportText } from '../../report/report-text.js';
import { openDesk } from '../../session/session-desk.js';
import { openWorkspace } from '../../session/workspace.js';
import type { CliContext } from '../cli-context.js';
import { playBench } from '../demo/bench-act.js';
import { foldDemo, playChanges } from '../demo/change-act.js';
import {
  DEMO_BOARD,
  fillRepository,
  makeDemoPlace,
  type DemoPlace,
} from '../demo/demo-repository.js';
import { DemoScreen } from '../demo/demo-screen.js';
import { EXIT } from '../exit-code.js';

/** Where the explanations start in the list of what to type next. */
const COLUMNS = 49;

/** `demo`: the whole job on the simulated board, in a repository that is thrown away. */
export async function demo(
  context: CliContext,
  _args: readonly string[],
  flags: { readonly dir?: string; readonly keep?: boolean },
): Promise<number> {
  const isKept = flags.keep === true || flags.dir !== undefined;
  const dir = flags.dir === undefined ? null : resolve(context.cwd, flags.dir);
  const place = await makeDemoPlace(dir, context.env);
  const remove = async (): Promise<void> => {
    if (!isKept) await rm(place.folder, { recursive: true, force: true });
  };
  const forget = context.cleanUp.add(remove);
  try {
    await play(context, place, isKept);
    return EXIT.done;
  } finally {
    await remove();
    forget();
  }
}

async function play(context: CliContext, place: DemoPlace, isKept: boolean): Promise<void> {
  const screen = new DemoScreen(context);
  await screen.say('otto-bench demo: from a board on the bench to evidence in the repository.');
  await screen.say(
    `The board is simulated, its bytes are real. All of it happens in\n${place.folder}`,
  );

  await screen.title('A firmware repository');
  await fillRepository(place);
  await screen.say('Sources, and a file that says how the board is reached:');
  await screen.show('src/valve.c  src/filter.c  src/session.c\n.otto/bench/boards/pump.toml');

  const workspace = await openWorkspace({
    cwd: place.repository,
    repo: place.repository,
    env: place.env,
    signal: context.signal,
  });
  const session = await openDesk({ workspace, clock: context.clock }).start(DEMO_BOARD);
  const forget = context.cleanUp.add(() => session.close());
  try {
    await playBench(screen, session);
  } finally {
    await session.close();
    forget();
  }
  await playChanges(screen, workspace);

  await screen.title('What a reviewer and CI see: otto-bench validity');
  const style = { color: false, ascii: context.ascii, columns: Math.min(context.columns, 100) - 6 };
  await screen.show(reportText(await foldDemo(workspace), style));
  await sayNext(context, screen, place, isKept);
}

async function sayNext(
  context: CliContext,
  screen: DemoScreen,
  place: DemoPlace,
  isKept: boolean,
): Promise<void> {
  // Started by npm it is not on PATH; npx finds it from the clone.
  const name = context.env.npm_lifecycle_event === undefined ? 'otto-bench' : 'npx otto-bench';
  const look = isKept ? `${name} --repo ${place.repository}` : `${name} demo --keep`;
  const rows = [
    [look, 'look at it yourself'],
    [`${name} boards list`, 'the board profiles there are'],
    [`${name} --repo YOUR/FIRMWARE preflight`, 'what your own project still needs'],
    [`${name} --repo YOUR/FIRMWARE`, 'the guided session on your own board'],
  ] as const;
  await screen.title('Next');
  await screen.say(rows.map(([command, what]) => nextLine(command, what)).join('\n'));
}

/** What a command is for stands beside it, below it where the command is long. */
function nextLine(command: string, what: string): string {
  const gap = command.length > COLUMNS ? `\n${' '.repeat(COLUMNS)}` : '';
  return `${command.padEnd(COLUMNS)}${gap} ${what}`;
}
