import type { ObjectFormat } from './blob-id.js';
import { blobId } from './blob-id.js';
import type { Git } from './git.js';
import { gitObject } from './git-object.js';
import { hashWorkFiles } from './hash-work-files.js';
import type { RepositoryLayout } from './repository-layout.js';
import { sameTexts } from './same-texts.js';
import type { ScratchRepository } from './scratch-repository.js';

/** What a file of the working tree is compared as. */
export interface WorkBlob {
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface WorkBlobOptions {
  readonly git: Git;
  readonly layout: RepositoryLayout;
  readonly scratch: ScratchRepository;
}

/**
 * The blobs that files of the working tree stand for, written into the scratch repository; one
 * process, none for no files. A filter of git is believed as far as it gives the same text under
 * other line ends or another encoding. One that takes text away or puts other text there would hide
 * an edit from us, though the compiler reads it: then the bytes count as they lie there, and so they
 * do where the filter fails.
 */
export async function workBlobs(
  { git, layout, scratch }: WorkBlobOptions,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, WorkBlob>> {
  const format = scratch.objectFormat;
  const filtered = await hashWorkFiles(git, layout, [...files.keys()]).catch(
    () => new Map<string, string>(),
  );
  const blobs = new Map<string, WorkBlob>();
  for (const [path, raw] of files) {
    const id = filtered.get(path);
    const bytes = (id === undefined ? null : textWithId(raw, id, format)) ?? raw;
    blobs.set(path, { id: scratch.write(gitObject('blob', bytes, format)), bytes });
  }
  return blobs;
}

function textWithId(raw: Uint8Array, id: string, format: ObjectFormat): Uint8Array | null {
  for (const bytes of sameTexts(raw)) if (blobId(bytes, format) === id) return bytes;
  return null;
}
