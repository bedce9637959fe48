import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchError } from '../../src/base/bench-error.js';
import { buildCapture, type CaptureFacts } from '../../src/capture/build-capture.js';
import { captureJson } from '../../src/capture/capture-json.js';
import { sourcesOfFiles } from '../../src/capture/source-counts.js';
import { readTracefile } from '../../src/gcov/read-tracefile.js';
import { openGit } from '../../src/git/git.js';
import { captureFileName } from '../../src/store/capture-file-name.js';
import { tempFolders } from '../support/temp-folder.js';
import { referenceFolder } from '../support/timeline.js';

const folder = tempFolders('reference-');
const captures = referenceFolder('oracle/captures');
const builder = referenceFolder('oracle/timelines/build.py');

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

interface Args {
  readonly board?: string;
  readonly ticket?: string;
  readonly tier?: string;
  readonly note?: string;
  readonly labs?: readonly string[];
  readonly display_name?: string;
  readonly tester_name?: string;
  readonly tester_email?: string;
  readonly now?: string;
}

function factsOf(args: Args): CaptureFacts {
  const { tester_name: name, tester_email: email } = args;
  return {
    tier: args.tier ?? 'manual',
    board: args.board ?? 'bench-1',
    labs: args.labs ?? ['lab1'],
    tester: name === undefined ? null : { name, ...(email === undefined ? {} : { email }) },
    ticket: args.ticket ?? null,
    note: args.note ?? null,
    displayName: args.display_name ?? null,
    now: new Date(args.now ?? '2026-02-01T10:00:00Z'),
  };
}

const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

interface Right {
  readonly error?: string;
  readonly dirty_remap?: boolean;
  readonly files?: Record<string, { lines: Record<string, number>; branches?: object }>;
}

const ids = captures === null ? [] : readdirSync(captures).filter((name) => /^\d/.test(name));

describe.skipIf(captures === null || builder === null || !hasPython())('reference captures', () => {
  for (const id of ids) {
    it(id, async () => {
      const here = join(captures ?? '', id);
      const meta = json<{ args: Args }>(join(here, 'meta.json'));
      const expected = json<{ file: string | null; text: string | null }>(
        join(here, 'expected.json'),
      );
      const rightFile = join(here, 'right.json');
      const right = existsSync(rightFile) ? json<{ right: Right }>(rightFile).right : null;
      const out = join(folder(), 'case');
      execFileSync('python3', ['-B', builder ?? '', '-d', captures ?? '', 'make', id, out]);
      const made = json<{ report_root: string }>(join(out, 'timeline.json'));
      const root = join(out, made.report_root);
      const git = openGit(root, {
        ambient: { PATH: process.env['PATH'], HOME: join(out, 'home') },
      });
      const work = async (): Promise<[string, string]> => {
        const files = readTracefile(readFileSync(join(out, 'board.info')), 'board.info');
        const sources = sourcesOfFiles(files);
        const built = await buildCapture({ git, sources, facts: factsOf(meta.args) });
        return [captureFileName(built.capture), captureJson(built.capture)];
      };
      if (right?.error !== undefined || (expected.text === null && right === null)) {
        const error = await work().then(
          () => null,
          (thrown: BenchError) => thrown,
        );
        expect(error?.code).toBe(right?.error === undefined ? 'NO_COMMIT_YET' : 'BAD_TRACEFILE');
        return;
      }
      const [file, text] = await work();
      if (right === null) {
        expect(text).toBe(expected.text);
        expect(file).toBe(expected.file);
        return;
      }
      const answer = JSON.parse(text) as Required<Right>;
      for (const [path, record] of Object.entries(right.files ?? {})) {
        expect(answer.files[path]).toMatchObject(record);
        expect(answer.files[path]?.lines).toEqual(record.lines);
      }
      expect(answer.dirty_remap).toBe(right.dirty_remap ?? false);
      expect(git.spawns).toBeLessThanOrEqual(5);
    });
  }
});
