import { BenchError } from '../../base/bench-error.js';
import { readHead } from '../../git/read-head.js';
import { readStatus } from '../../git/read-status.js';
import { readSubject } from '../../git/read-subject.js';
import type { Workspace } from '../workspace.js';
import type { CheckResult } from './check.js';

const SHORT_ID = 7;
const SHOWN_NAMES = 8;
/** Names of files that have a say in what is compiled. */
export const SOURCE =
  /\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inc|inl|ipp|s|S|ld|toml|cmake)$|(?:^|\/)(?:CMakeLists\.txt|Makefile|Kconfig)$/;

/** A repository git can read, with the project inside it. */
export async function checkRepository({ git, projectRoot }: Workspace): Promise<CheckResult> {
  try {
    const head = await readHead(git);
    const inside = head.prefix === '' ? '' : `, project in ${head.prefix.replace(/\/$/, '')}`;
    return {
      grade: 'ok',
      text: `${head.toplevel}${inside}`,
      facts: [`project root ${projectRoot}`],
    };
  } catch (error) {
    if (!(error instanceof BenchError) || error.code !== 'NO_COMMIT_YET') throw error;
    return { grade: 'ok', text: projectRoot };
  }
}

/** A commit to anchor evidence to. */
export async function checkHead({ git }: Workspace): Promise<CheckResult> {
  const head = await readHead(git);
  const subject = await readSubject(git);
  const branch = head.branch === null ? 'detached' : `on ${head.branch}`;
  return {
    grade: 'ok',
    text: `${head.commit.slice(0, SHORT_ID)} "${subject}" ${branch}`,
    facts: [head.commit],
  };
}

/** Sources as committed: other lines cannot be anchored. */
export async function checkWorkTree({ git }: Workspace): Promise<CheckResult> {
  const entries = await readStatus(git);
  const names = entries
    .filter(({ kind, path }) => kind !== 'untracked' && SOURCE.test(path))
    .map(({ path }) => path);
  if (names.length === 0) {
    const others = entries.length === 0 ? 'clean' : 'no tracked source differs from HEAD';
    return { grade: 'ok', text: others };
  }
  const more = names.length > SHOWN_NAMES ? [`and ${names.length - SHOWN_NAMES} more`] : [];
  return {
    grade: 'warning',
    text: `${names.length} tracked source file${names.length === 1 ? ' differs' : 's differ'} from HEAD`,
    facts: [
      ...names.slice(0, SHOWN_NAMES),
      ...more,
      'Evidence is kept for unchanged lines only; changed lines are dropped from the capture.',
    ],
    hints: ['commit or stash them before building, or go on knowing that their lines are lost'],
  };
}
