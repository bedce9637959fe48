import { tmpdir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { BenchError, isBenchError } from '../base/bench-error.js';
import { printable } from '../base/printable.js';
import { run, type RunResult } from '../base/process.js';
import { parseGcovTool, type GcovTool } from '../gcov/gcov-tool.js';
import { kindOfPath } from './find-files.js';

/** A gcov that was found and said which one it is. */
export interface Gcov {
  readonly tool: GcovTool;
  /** As the tester named it. */
  readonly command: string;
  readonly limits: GcovLimits;
  run(args: readonly string[], folder: string, timeoutMs: number): Promise<RunResult>;
}

/** What a gcov may take before it is stopped. */
export interface GcovLimits {
  readonly versionMs: number;
  /** For one process, and more for each unit it is given. */
  readonly processMs: number;
  readonly unitMs: number;
  /** Of one process on stdout, and of one file it writes. */
  readonly outputBytes: number;
}

export interface GcovWorld {
  /** What relative paths of the command are meant from. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

const LIMITS: GcovLimits = {
  versionMs: 10_000,
  processMs: 60_000,
  unitMs: 1_000,
  outputBytes: 256 * 1024 * 1024,
};
const EXCERPT_LENGTH = 200;
// GCOV_PREFIX and its like, and the language of messages, must not reach the tool.
const PASSED_ON = ['PATH', 'HOME', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot'];
const HINT =
  'name the gcov of the toolchain that built the firmware, e.g. --check-with arm-none-eabi-gcov, or "llvm-cov gcov" for clang';

/**
 * Finds the gcov of `--check-with` and asks it for its version. The text is the path of a program,
 * or a name on PATH, with words behind it as in `llvm-cov gcov`.
 * Errors: PROGRAM_MISSING, WRONG_GCOV (it is no gcov), PROGRAM_FAILED, CANCELLED.
 */
export async function openGcov(
  text: string,
  world: GcovWorld,
  limits: GcovLimits = LIMITS,
): Promise<Gcov> {
  const words = await commandWords(text, world.cwd);
  const [program = '', ...first] = words;
  const start = async (args: readonly string[], cwd: string, timeoutMs: number) => {
    try {
      return await run(program, args, {
        cwd,
        env: environmentOf(world.env),
        timeoutMs,
        signal: world.signal,
        maxOutputBytes: limits.outputBytes,
      });
    } catch (error) {
      throw refusalOf(error, text, timeoutMs);
    }
  };
  const answer = await start([...first, '--version'], tmpdir(), limits.versionMs);
  const said = `${answer.stdout.toString('utf8')}\n${answer.stderr.toString('utf8')}`;
  const tool = parseGcovTool(answer.stdout.toString('utf8'));
  if (tool === null) {
    throw new BenchError('WRONG_GCOV', `${printable(text)} is no gcov`, {
      why: `asked for its --version it says: ${excerpt(said)}`,
      hints: [HINT],
    });
  }
  // llvm-cov is several tools; only one of them is gcov.
  const isBare = tool.family === 'llvm' && first.length === 0 && !/gcov[^/\\]*$/.test(program);
  const before = isBare ? ['gcov'] : first;
  return {
    tool,
    command: text,
    limits,
    run: (args, folder, timeoutMs) => start([...before, ...args], folder, timeoutMs),
  };
}

/** What a tool said, short and safe to show. */
export function excerpt(text: string): string {
  const line = printable(text.replace(/\s+/g, ' ').trim());
  if (line === '') return 'nothing';
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}…` : line;
}

/** A file of that name is the program, blanks and all. */
async function commandWords(text: string, cwd: string): Promise<readonly string[]> {
  if (text.trim() === '') {
    throw new BenchError('USAGE', '--check-with needs the name of a gcov', { hints: [HINT] });
  }
  const isFile = (await kindOfPath(resolve(cwd, text)).catch(() => null)) === 'file';
  if (isFile && /\s/.test(text)) return [resolve(cwd, text)];
  const [program = '', ...args] = text.trim().split(/\s+/);
  const isPath = isAbsolute(program) || /[/\\]/.test(program);
  return [isPath ? resolve(cwd, program) : program, ...args];
}

function environmentOf(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const passed: Record<string, string> = { LC_ALL: 'C', TMPDIR: tmpdir() };
  for (const name of PASSED_ON) {
    const value = env[name];
    if (value !== undefined) passed[name] = value;
  }
  return passed;
}

function refusalOf(error: unknown, text: string, timeoutMs: number): unknown {
  if (isBenchError(error, 'PROGRAM_MISSING')) {
    return new BenchError('PROGRAM_MISSING', `there is no ${printable(text)} to check with`, {
      why: error.why,
      hints: [HINT],
      cause: error,
    });
  }
  if (isBenchError(error, 'TIMED_OUT')) {
    return new BenchError('PROGRAM_FAILED', `${printable(text)} did not come to an end`, {
      why: `it was stopped after ${timeoutMs / 1000} s`,
      cause: error,
    });
  }
  return error;
}
