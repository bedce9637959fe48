import { stat } from 'node:fs/promises';
import type { SimpleGit } from 'simple-git';
import { BenchError, isBenchError } from '../base/bench-error.js';
import { run } from '../base/process.js';
import {
  committingEnvironment,
  readingEnvironment,
  safeDirectories,
  type AmbientEnvironment,
} from './git-environment.js';
import { gitFailure, gitMissing } from './git-failure.js';
import { textGit } from './text-git.js';

export interface GitOptions {
  /** Where variables are taken from; only the few git needs are handed on. */
  readonly ambient?: AmbientEnvironment;
  readonly signal?: AbortSignal | undefined;
  /** Bound for one process. */
  readonly timeoutMs?: number;
}

export interface GitRunOptions {
  readonly stdin?: Uint8Array | string | undefined;
  /** Exit codes that are answers; any other is an error. */
  readonly okExitCodes?: readonly number[];
  /** Variables of ours for this call, such as a temporary `GIT_INDEX_FILE`. */
  readonly env?: Readonly<Record<string, string>>;
  /** `committing` lets hooks and signing see the user's environment; no setting is pinned then. */
  readonly mode?: 'reading' | 'committing';
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxOutputBytes?: number;
}

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** The one door to git for one folder. */
export interface Git {
  readonly cwd: string;
  /**
   * Runs one git command, bytes in and bytes out. Errors: GIT_MISSING, NOT_A_REPOSITORY, GIT_FAILED
   * (with git's own words), TIMED_OUT, CANCELLED.
   */
  run(args: readonly string[], options?: GitRunOptions): Promise<GitResult>;
  /** simple-git for what speaks text; a fresh one each time, bound by the time-out from then on. */
  readonly text: SimpleGit;
  /** Processes started so far. */
  readonly spawns: number;
}

const DEFAULT_TIMEOUT_MS = 120_000;

// Settings of a user or a repository that would change an answer or run a command of theirs.
const TEXT_PINS = ['core.fsmonitor=false', 'core.quotePath=false', 'color.ui=false'];
const PINS = [
  ...TEXT_PINS,
  'core.bigFileThreshold=512m',
  'core.safecrlf=false',
  'diff.orderFile=/dev/null',
  'protocol.allow=never',
];

/**
 * Opens git for a folder without starting a process. The environment is closed: nothing inherited
 * can point git at another repository, and answers do not depend on the user's display settings.
 */
export function openGit(cwd: string, options: GitOptions = {}): Git {
  const ambient = options.ambient ?? process.env;
  const safe = safeDirectories(ambient).map((path) => `safe.directory=${path}`);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  let spawns = 0;

  const runGit = async (args: readonly string[], call: GitRunOptions = {}): Promise<GitResult> => {
    const isCommitting = call.mode === 'committing';
    const base = isCommitting ? committingEnvironment(ambient) : readingEnvironment(ambient);
    const config = [...safe, ...(isCommitting ? [] : PINS)];
    const signals = [options.signal, call.signal].filter((signal) => signal !== undefined);
    spawns += 1;
    const result = await run('git', [...config.flatMap((pin) => ['-c', pin]), ...args], {
      cwd,
      env: { ...base, ...call.env },
      stdin: call.stdin,
      timeoutMs: call.timeoutMs ?? timeoutMs,
      signal: signals.length > 0 ? AbortSignal.any(signals) : undefined,
      maxOutputBytes: call.maxOutputBytes,
    }).catch((error: unknown) => startFailure(error, cwd));
    const stderr = result.stderr.toString('utf8');
    if (result.exitCode === null || !(call.okExitCodes ?? [0]).includes(result.exitCode)) {
      const words = stderr.trim() === '' ? result.stdout.toString('utf8') : stderr;
      throw gitFailure(commandOf(args), cwd, words, result.exitCode);
    }
    return { exitCode: result.exitCode, stdout: result.stdout, stderr };
  };

  return {
    cwd,
    run: runGit,
    get text() {
      const deadline = AbortSignal.timeout(timeoutMs);
      return textGit({
        cwd,
        env: readingEnvironment(ambient),
        config: [...safe, ...TEXT_PINS],
        signal: options.signal ? AbortSignal.any([options.signal, deadline]) : deadline,
        onSpawn: () => {
          spawns += 1;
        },
      });
    },
    get spawns() {
      return spawns;
    },
  };
}

/** The name of the command behind git's own options, which take a value each. */
function commandOf(args: readonly string[]): string {
  let at = 0;
  while (args[at] === '-c' || args[at] === '-C') at += 2;
  return args[at] ?? '';
}

/** A missing folder and a missing program look the same to the operating system. */
async function startFailure(error: unknown, cwd: string): Promise<never> {
  if (!isBenchError(error, 'PROGRAM_MISSING')) throw error;
  const isFolder = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) throw gitMissing(error);
  throw new BenchError('NOT_A_REPOSITORY', `${cwd} is not a folder`, { cause: error });
}
