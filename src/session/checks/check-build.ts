import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Board } from '../../board/board.js';
import { describeVersion } from '../../gcov/gcov-version.js';
import { readTree } from '../../git/read-tree.js';
import { readPlan } from '../decode-evidence.js';
import { readBytes } from '../find-files.js';
import { missingNotes, sourceNames } from '../missing-notes.js';
import type { Workspace } from '../workspace.js';
import { checkBuildFiles } from './check-build-files.js';
import type { CheckResult } from './check.js';
import { inliningFact } from './inlining-fact.js';

const SHOWN_NAMES = 8;

/** The ELF has counters, its notes are there, and no source is newer than it. */
export async function checkBuild(workspace: Workspace, board: Board): Promise<CheckResult> {
  const lack = await checkBuildFiles(board);
  if (lack) return lack;
  if (board.elf === null) {
    return {
      grade: 'warning',
      text: 'no ELF: objects that are missing from a dump go unnoticed',
      hints: ['set image.elf in the board file'],
    };
  }
  const plan = await readPlan(board.elf);
  const versions = new Set(plan.objects.map(({ versionWord }) => describeVersion(versionWord)));
  const facts = [
    `${board.elf}: ${plan.objects.length} objects, ${plan.counterBytes} bytes of counters`,
    `built with ${[...versions].join(', ')}`,
    ...[inliningFact(await readBytes(board.elf)) ?? []].flat(),
  ];
  const missing = await missingNotes(board.notes, plan);
  if (missing.length > 0) {
    return {
      grade: missing.length === plan.objects.length ? 'blocking' : 'warning',
      text: `${missing.length} of ${plan.objects.length} objects have no notes of this build`,
      facts: [...facts, ...missing.slice(0, SHOWN_NAMES)],
      hints: ['keep the .gcno files of the build that is on the board, see build.notes'],
    };
  }
  const newer = await newerSources(workspace, board);
  if (newer.length > 0) {
    return {
      grade: 'warning',
      text: `the ELF is older than ${newer.length} source file${newer.length === 1 ? '' : 's'}`,
      facts: [
        ...facts,
        ...newer.slice(0, SHOWN_NAMES),
        'The counters would be read against a different source.',
      ],
      hints: ['rebuild and flash, unless only the time stamps changed'],
    };
  }
  return {
    grade: 'ok',
    text: `${plan.objects.length} objects, ${[...versions].join(', ')}`,
    facts,
  };
}

/** Tracked sources of this build that were modified after the ELF was linked. */
async function newerSources({ git, projectRoot }: Workspace, board: Board): Promise<string[]> {
  const builtMs = board.elf === null ? 0 : (await stat(board.elf)).mtimeMs;
  const names = await sourceNames(board.notes);
  const newer: string[] = [];
  for (const path of (await readTree(git)).keys()) {
    if (!names.has(basename(path))) continue;
    const found = await stat(join(projectRoot, path)).catch(() => null);
    if (found && found.mtimeMs > builtMs) newer.push(path);
  }
  return newer;
}
