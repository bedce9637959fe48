import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.js';
import { tempFolders } from '../support/temp-folder.js';
import { referenceFolder } from '../support/timeline.js';

const oracle = referenceFolder('oracle');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const folder = tempFolders('otto-reference-');

interface Built {
  readonly root: string;
  readonly out: string;
  readonly env: Record<string, string>;
  readonly info: { today: string; args: Readonly<Record<string, string>> };
}

/** Builds a scripted repository with the reference's own tool. */
function build(kind: string, id: string): Built {
  const out = join(folder(), 'built');
  const script = join(oracle ?? '', 'timelines', 'build.py');
  const made = spawnSync('python3', [script, '-d', join(oracle ?? '', kind), 'make', id, out]);
  if (made.status !== 0) throw new Error(made.stderr.toString());
  const info = JSON.parse(readFileSync(join(out, 'timeline.json'), 'utf8'));
  const home = join(out, info.home);
  return {
    root: join(out, info.report_root),
    out,
    info,
    env: {
      HOME: home,
      GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
      GIT_CONFIG_NOSYSTEM: '1',
      ...info.env,
    },
  };
}

/** The rooms are held to all cases; here a sample shows that the command line adds nothing. */
const SAMPLE = /^(?:0[1-9]|1[0-2]|15|2[1-7]|62|97)-/;

function cases(kind: string, file: string): string[] {
  if (oracle === null) return [];
  return readdirSync(join(oracle, kind)).filter(
    (id) => SAMPLE.test(id) && existsSync(join(oracle, kind, id, file)),
  );
}

const read = (kind: string, id: string, file: string) =>
  JSON.parse(readFileSync(join(oracle ?? '', kind, id, file), 'utf8'));

describe.skipIf(oracle === null || !hasPython)('the reference, through the command line', () => {
  it.each(cases('captures', 'expected.json'))('capture %s', async (id) => {
    const expected = read('captures', id, 'expected.json') as {
      file: string | null;
      text: string | null;
    };
    const right = existsSync(join(oracle ?? '', 'captures', id, 'right.json'))
      ? read('captures', id, 'right.json').right
      : null;
    const { root, out, env, info } = build('captures', id);
    const { ticket = '', board = 'bench-1', ...more } = info.args;
    const flags = Object.entries(more).flatMap(([name, value]) => [
      `--${name.replaceAll('_', '-')}`,
      value,
    ]);
    const run = await runCli(
      [
        '--repo',
        root,
        'capture',
        '--from',
        join(out, 'board.info'),
        '--board',
        board,
        '--lab',
        'lab1',
        '--now',
        '2026-02-01T10:00:00Z',
        '--ticket',
        ticket,
        ...flags,
      ],
      { env, cwd: out },
    );
    if (right === null && expected.file !== null) {
      const file = `.otto/coverage/manual/${expected.file}`;
      expect(run.stdout).toBe(`${file}\n`);
      expect(readFileSync(join(root, file), 'utf8')).toBe(expected.text);
      return;
    }
    if (right === null || right.error !== undefined) {
      expect(run.exitCode).not.toBe(0);
      expect(run.stdout).toBe('');
      return;
    }
    const text = readFileSync(join(root, run.stdout.trim()), 'utf8');
    expect(JSON.parse(text)).toMatchObject(right);
  });

  it.each(cases('timelines', 'want.json'))('validity %s', async (id) => {
    const { root, env, info } = build('timelines', id);
    const run = await runCli(['--repo', root, 'validity', '--json', '--today', info.today], {
      env,
      cwd: root,
    });
    const want = read('timelines', id, 'want.json');
    const got = JSON.parse(run.stdout);
    if (want.error !== null) {
      expect(run.exitCode).toBe(4);
      expect(got.error.type).toBe('malformed-capture');
      expect(got.error.files.length).toBeGreaterThan(0);
      return;
    }
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    const answered = Object.fromEntries(Object.keys(want).map((key) => [key, got[key]]));
    expect(answered).toEqual(want);
    expect(got.git_spawns).toBeLessThanOrEqual(6);
  });
});
