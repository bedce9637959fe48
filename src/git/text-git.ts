import { simpleGit, type SimpleGit } from 'simple-git';

export interface TextGitOptions {
  readonly cwd: string;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  /** `name=value` settings for every call. */
  readonly config: readonly string[];
  readonly signal: AbortSignal;
  /** Called once for each process that is started. */
  readonly onSpawn: () => void;
}

/**
 * simple-git, set up so that its answers can be trusted: closed environment, an exit code is never
 * swallowed because stderr happened to be empty, and every process is counted.
 */
export function textGit(options: TextGitOptions): SimpleGit {
  return simpleGit({
    baseDir: options.cwd,
    abort: options.signal,
    config: [...options.config],
    allowEnvironment: Object.keys(options.env).filter((name) => name.startsWith('GIT_')),
    // Only to switch the file system monitor off, which a repository could point at a command.
    unsafe: { allowUnsafeFsMonitor: true },
    errors: (error, result) =>
      error ??
      (result.exitCode === 0 ? undefined : Buffer.from(`git exited with ${result.exitCode}`)),
  })
    .env({ ...options.env })
    .outputHandler(options.onSpawn);
}
