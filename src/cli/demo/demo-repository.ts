import { cp, mkdir, mkdtemp, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchError } from '../../base/bench-error.js';
import { packageRoot } from '../../base/package-root.js';
import { openGit } from '../../git/git.js';
import { commitAll, initRepository } from '../../git/init-repository.js';

export const DEMO_BOARD = 'pump';

/** The throw-away place of one demo. */
export interface DemoPlace {
  /** Everything the demo makes is below it. */
  readonly folder: string;
  readonly repository: string;
  /** Environment for everything the demo runs: nothing of the user's own configuration. */
  readonly env: Readonly<Record<string, string>>;
}

const INHERITED = ['PATH', 'TMPDIR', 'TMP', 'TEMP', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT'];

const BOARD_FILE = `# A board profile: how this board is reached and how its counters come off.
display_name = "pump controller on the bench"
labs = ["bench-2"]
ticket = "PUMP-[0-9]+"

[console]
port = "sim:"                 # yours: "serial:/dev/ttyACM0"
prompt = "rig> "

[dump]
command = "n"                 # what makes the firmware print its counters

[zero]
command = "r"

[image]
elf = "package:boards/sim/rig.elf"

[build]
notes = ["package:boards/sim"]

[build.path_map]              # where it was compiled = where it is here
"/home/bench/pump-board" = "."
`;

/** Takes the folder of `--dir`, which must be new or empty, or makes one. Errors: USAGE. */
export async function makeDemoPlace(
  dir: string | null,
  ambient: Readonly<Record<string, string | undefined>>,
): Promise<DemoPlace> {
  const folder = dir ?? (await mkdtemp(join(tmpdir(), 'otto-bench-demo-')));
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) {
    throw new BenchError('USAGE', `${folder} is not empty`, {
      hints: ['name a folder that does not exist yet'],
    });
  }
  const home = join(folder, 'home');
  const repository = join(folder, 'pump-board');
  await mkdir(home);
  await mkdir(repository);
  const kept = INHERITED.flatMap((name) => {
    const value = ambient[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { folder, repository, env: { ...Object.fromEntries(kept), HOME: home } };
}

/** Fills the repository with the firmware's sources and a board file, and commits them. */
export async function fillRepository({ repository, env }: DemoPlace): Promise<void> {
  await cp(join(packageRoot(), 'boards', 'sim', 'src'), join(repository, 'src'), {
    recursive: true,
  });
  await age(join(repository, 'src'), join(packageRoot(), 'boards', 'sim', 'rig.elf'));
  const boards = join(repository, '.otto', 'bench', 'boards');
  await mkdir(boards, { recursive: true });
  await writeFile(join(boards, `${DEMO_BOARD}.toml`), BOARD_FILE);
  const git = openGit(repository, { ambient: env });
  await initRepository(git, { userName: 'Ana Ruiz', userEmail: 'ana@example.com' });
  await commitAll(git, 'Pump controller firmware\n');
}

/** The sources were there before the image was built from them. */
async function age(folder: string, image: string): Promise<void> {
  const { mtimeMs } = await stat(image);
  const before = new Date(mtimeMs - 60_000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), before, before);
}
