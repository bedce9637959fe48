import type { ScratchRepository } from './scratch-repository.js';

/** Which of these objects are really there, promised ones not counted; one process. */
export async function existingObjects(
  scratch: ScratchRepository,
  ids: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const idLength = scratch.objectFormat === 'sha256' ? 64 : 40;
  const wanted = [...new Set(ids)].filter((id) => id.length === idLength && /^[0-9a-f]+$/.test(id));
  if (wanted.length === 0) return new Set();
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)'];
  const { stdout } = await scratch.run(args, `${wanted.join('\n')}\n`);
  const found = new Set<string>();
  for (const row of stdout.toString('latin1').split('\n')) {
    const [id = '', type] = row.split(' ');
    if (type === 'blob') found.add(id);
  }
  return found;
}
