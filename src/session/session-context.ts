import type { Board } from '../board/board.js';
import type { CounterPlan } from '../image/counter-plan.js';
import type { PathMap } from '../capture/path-map.js';
import type { Settings } from '../settings/settings.js';
import type { Way } from './board-connection.js';
import type { SessionCore } from './session-core.js';
import type { SessionFolder } from './session-folder.js';
import type { Workspace } from './workspace.js';

/** What a session may be told beside its board. */
export interface SessionChoices {
  readonly tier: string;
  /** Null takes the port of the profile. */
  readonly port: string | null;
  readonly way: Way | null;
  /** Longest wait for the board; null takes the profile's. */
  readonly timeoutMs: number | null;
  /** Record what is sound when objects are damaged or missing. */
  readonly isPartial: boolean;
  /** Record every file of the project, also those that prove nothing new. */
  readonly isEveryFileKept: boolean;
  readonly pathMaps: readonly PathMap[];
  /** Instant to record, null for that of saving. */
  readonly recordedAt: Date | null;
}

/** A session as its profile has it. */
export const DEFAULT_CHOICES: SessionChoices = {
  tier: 'manual',
  port: null,
  way: null,
  timeoutMs: null,
  isPartial: false,
  isEveryFileKept: false,
  pathMaps: [],
  recordedAt: null,
};

/** Everything the steps of one session work with. */
export interface SessionContext {
  readonly core: SessionCore;
  readonly folder: SessionFolder;
  readonly workspace: Workspace;
  readonly settings: Settings;
  readonly board: Board;
  readonly choices: SessionChoices;
  /** Reads the ELF of the profile once; null without one. */
  readonly plan: () => Promise<CounterPlan | null>;
  /** Lets other processes have the session again. */
  readonly unlock: () => Promise<void>;
}
