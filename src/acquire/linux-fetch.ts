import { join, dirname } from 'node:path';
import type { RawObject } from '../gcov/raw-object.js';
import { checkAgainstPlan } from '../image/check-against-plan.js';
import type { CounterPlan } from '../image/counter-plan.js';
import type { Link } from '../link/link.js';
import { pathOf } from '../wire/judge-image.js';
import type { FetchResult, FetchState, ObjectState } from './fetch-result.js';
import { LinuxCache } from './linux-cache.js';
import { copyWarnings } from './linux-copies.js';
import { withLinuxShell, type LinuxDialogue } from './linux-dialogue.js';
import { fetchFile, judgeFile } from './linux-file.js';
import { listDataFiles } from './linux-list.js';
import { foldersOf, nothingFound } from './linux-nothing.js';
import { countingProcesses, processWords } from './linux-processes.js';
import type { LinuxShell } from './linux-shell.js';
import { findTools } from './linux-tools.js';
import { RawFile } from './raw-file.js';

export interface FetchLinuxOptions extends LinuxDialogue {
  /** Where everything the console gives goes; files that came whole lie in `linux/` beside it. */
  readonly rawFile: string;
  /** What the build has, when its ELF is known. */
  readonly plan: CounterPlan | null;
  readonly onProgress?: (state: FetchState) => void;
}

type ReadFiles = Pick<FetchResult, 'objects' | 'warnings' | 'isComplete'>;

const FORMAT = 'linux shell';

/**
 * Fetches the `.gcda` files of an embedded Linux over its console: each verified with a checksum
 * the board takes, and not fetched again when it lies here from before.
 * Errors: LOGIN_REFUSED, NO_ANSWER, TIMED_OUT, NO_DUMP_FOUND (why nothing is there), DAMAGED_DUMP,
 * UNSUPPORTED_FORMAT, BUILD_MISMATCH, FILE_UNWRITABLE, LINK_LOST, CANCELLED.
 */
export async function fetchLinux(link: Link, options: FetchLinuxOptions): Promise<FetchResult> {
  const startedMs = performance.now();
  const raw = await RawFile.create(options.rawFile);
  const states = new Map<string, ObjectState>();
  let receivedBytes = 0;
  const tell = (): void =>
    options.onProgress?.({
      receivedBytes,
      totalBytes: null,
      elapsedMs: Math.round(performance.now() - startedMs),
      objects: [...states.values()],
    });
  const onBytes = (bytes: number): void => {
    receivedBytes = bytes;
    tell();
  };
  let copy;
  let outcome: ReadFiles;
  try {
    outcome = await withLinuxShell(
      link,
      options,
      raw,
      (shell) => readFiles(shell, options, states),
      onBytes,
    );
  } finally {
    copy = await raw.close();
  }
  const { plan } = options;
  return {
    way: 'console',
    source: link.name,
    objects: plan ? checkAgainstPlan(outcome.objects, plan) : outcome.objects,
    formats: [FORMAT],
    warnings: outcome.warnings,
    isComplete: outcome.isComplete,
    attempts: 1,
    rawFile: copy.path,
    rawFiles: [copy],
    receivedBytes: copy.sizeBytes,
    elapsedMs: Math.round(performance.now() - startedMs),
  };
}

async function readFiles(
  shell: LinuxShell,
  { linux, rawFile, procFolder = '/proc' }: FetchLinuxOptions,
  states: Map<string, ObjectState>,
): Promise<ReadFiles> {
  const tools = await findTools(shell);
  const { files, warnings } = await listDataFiles(shell, tools, foldersOf(linux));
  if (files.length === 0) throw await nothingFound(shell, linux, procFolder);
  const cache = new LinuxCache(join(dirname(rawFile), 'linux'), tools.sum);
  const note = (name: string, status: ObjectState['status'], sizeBytes: number): void => {
    states.set(name, { path: pathOf(name), status, sizeBytes });
  };
  for (const { name, sizeBytes } of files) note(name, 'waiting', sizeBytes ?? 0);
  const objects: RawObject[] = [];
  for (const file of files) {
    note(file.name, 'reading', file.sizeBytes ?? 0);
    const kept = await cache.find(file);
    const origin = { source: shell.console.name, format: FORMAT };
    const object = kept ? judgeFile(file, kept, origin) : await fetchFile(shell, tools, file);
    if (!kept && object.status === 'ok') await cache.keep(file, object.bytes);
    note(file.name, object.status, object.bytes.length);
    objects.push(object);
  }
  const running = processWords(await countingProcesses(shell, procFolder));
  const isComplete = warnings.length === 0;
  const said = [...warnings, ...copyWarnings(objects)];
  if (running === null) return { objects, warnings: said, isComplete };
  const still = `what it counted until now is not in the files before it ends by exit() or calls __gcov_dump(): ${running}`;
  return { objects, warnings: [...said, still], isComplete };
}
