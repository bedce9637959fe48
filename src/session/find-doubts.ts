import type { FileCounts } from '../gcov/file-counts.js';
import type { CompiledUnits } from '../image/compiled-unit.js';
import { mergedCounts, type Evidence } from './decode-evidence.js';
import { readBytes } from './find-files.js';
import type { ZeroDoubts } from './zero-doubts.js';

const NO_DOUBTS: ZeroDoubts = { files: new Map(), ways: [] };

/** Which zeros of what was decoded are not reliable, and why the ELF could not tell more. */
export interface FoundDoubts {
  readonly doubts: ZeroDoubts;
  readonly warnings: readonly string[];
}

/**
 * Asks the notes, and the debug information of the ELF when one is named, which zeros do not mean
 * "not run". `counts` spares adding them up again. Errors: FILE_UNREADABLE.
 */
export async function findDoubts(
  evidence: Evidence,
  elf: string | null,
  counts: ReadonlyMap<string, FileCounts> | null = null,
): Promise<FoundDoubts> {
  const { units } = evidence;
  const isGcc = units.some(({ traits }) => traits !== undefined && traits !== null);
  const mayDoubt = units.some(
    ({ traits }) =>
      traits !== undefined &&
      traits !== null &&
      (traits.optimisation !== 'none' || traits.functions.length > 0 || traits.strays.size > 0),
  );
  // Most builds for coverage are not optimised, and then nothing more is loaded or read.
  if (!mayDoubt && (elf === null || !isGcc)) return { doubts: NO_DOUBTS, warnings: [] };
  const compiled = elf === null ? null : await readCompiled(elf);
  const { unreliableZeros } = await import('./unreliable-zeros.js');
  const doubts = unreliableZeros(units, counts ?? mergedCounts(evidence), compiled?.units ?? null);
  const isMissed = compiled !== null && compiled.unread !== null && doubts.files.size > 0;
  return {
    doubts,
    warnings: isMissed
      ? [`${elf} does not tell which functions were inlined: ${compiled.unread}`]
      : [],
  };
}

async function readCompiled(elf: string): Promise<CompiledUnits> {
  const { readCompiledUnits } = await import('../image/read-compiled-units.js');
  return readCompiledUnits(await readBytes(elf));
}
