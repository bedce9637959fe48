import { buildCapture, type BuiltCapture, type CaptureFacts } from '../capture/build-capture.js';
import type { PathMap } from '../capture/path-map.js';
import { sourcesOfFiles, sourcesOfUnits } from '../capture/source-counts.js';
import type { Git } from '../git/git.js';
import type { Evidence } from './decode-evidence.js';

export interface DraftOptions {
  readonly git: Git;
  readonly evidence: Evidence;
  readonly facts: CaptureFacts;
  readonly pathMaps: readonly PathMap[];
  /** What relative source paths are meant from. */
  readonly workingDirectory: string;
  /** Files the tester does not want recorded. */
  readonly dropped?: ReadonlySet<string>;
}

/** The capture that would be written now. Errors: those of buildCapture. */
export async function draftCapture(options: DraftOptions): Promise<BuiltCapture> {
  const { evidence, dropped } = options;
  const built = await buildCapture({
    git: options.git,
    sources: [...sourcesOfUnits(evidence.units), ...sourcesOfFiles(evidence.counts)],
    facts: options.facts,
    pathMaps: options.pathMaps,
    workingDirectory: options.workingDirectory,
  });
  if (!dropped || dropped.size === 0) return built;
  const files = new Map([...built.capture.files].filter(([path]) => !dropped.has(path)));
  return { ...built, capture: { ...built.capture, files } };
}
