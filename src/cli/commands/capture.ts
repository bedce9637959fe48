import type { LoadPlace } from '../../base/load-place.js';
import { BenchError } from '../../base/bench-error.js';
import { readHead } from '../../git/read-head.js';
import { DEFAULT_TIER, isManualTier, ticketOf } from '../../session/capture-facts.js';
import { readSettings } from '../../settings/read-settings.js';
import { readStore } from '../../store/read-store.js';
import type { CliContext } from '../cli-context.js';
import { captureFromBoard } from '../capture-from-board.js';
import { captureFromSources } from '../capture-from-sources.js';
import { openProject } from '../open-project.js';
import { plainOrProfile } from '../plain-or-profile.js';
import { refuseMalformed } from '../refuse-malformed.js';

export interface CaptureFlags {
  readonly board?: string;
  readonly ticket?: string;
  readonly tier?: string;
  readonly note?: string;
  readonly label?: string;
  readonly lab?: readonly string[];
  readonly testerName?: string;
  readonly testerEmail?: string;
  readonly from?: readonly string[];
  readonly notes?: readonly string[];
  readonly elf?: string;
  readonly loadAt?: LoadPlace;
  readonly pathMap?: readonly string[];
  readonly now?: Date;
  readonly port?: string;
  readonly via?: 'console' | 'memory';
  readonly timeout?: number;
  readonly partial?: boolean;
  readonly dryRun?: boolean;
  readonly commit?: boolean;
}

/**
 * `capture`: counters off the board (or out of `--from`) into an evidence file of the store.
 * Everything that can be refused without the board is refused before it is touched.
 */
export async function capture(
  context: CliContext,
  _args: readonly string[],
  flags: CaptureFlags,
): Promise<number> {
  if (flags.board === undefined) {
    throw new BenchError('USAGE', 'whose evidence is it? --board NAME', {
      hints: ['otto-bench boards list shows the profiles'],
    });
  }
  if (flags.dryRun === true && flags.commit === true) {
    throw new BenchError('USAGE', '--dry-run writes nothing, so there is nothing to --commit');
  }
  const workspace = await openProject(context);
  const settings = await readSettings(workspace.projectRoot);
  const tier = flags.tier ?? DEFAULT_TIER;
  const isManual = isManualTier(tier, settings);
  ticketOf(flags.ticket, isManual, null);
  const board = await plainOrProfile(workspace, flags.board, flags.from !== undefined);
  const ticket = ticketOf(flags.ticket, isManual, board);
  await readHead(workspace.git);
  const { captures, malformed } = await readStore(workspace.projectRoot);
  refuseMalformed(malformed);
  const job = { context, workspace, settings, captures, flags, tier, isManual, ticket };
  if (flags.from !== undefined) {
    return captureFromSources({ ...job, board, boardName: flags.board, sources: flags.from });
  }
  if (board === null) throw new BenchError('INTERNAL', 'a board without a profile was not refused');
  return captureFromBoard({ ...job, board });
}
