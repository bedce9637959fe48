import { blobId, type ObjectFormat } from '../git/blob-id.js';
import type { Git } from '../git/git.js';
import { gitObject } from '../git/git-object.js';
import type { TrackedFiles } from '../git/list-tracked.js';
import type { TreeEntry } from '../git/read-tree.js';
import type { RepositoryLayout } from '../git/repository-layout.js';
import type { ScratchRepository } from '../git/scratch-repository.js';
import { workBlobs } from '../git/work-blobs.js';
import { openWorkTree, type WorkFile } from './work-file.js';

/** The tree that is asked about. */
export interface NowTree {
  /** Every file by path, as git would record it. */
  readonly files: ReadonlyMap<string, TreeEntry>;
  /** The bytes of a file as it is compared, null when it is not there to be read. */
  bytesOf(path: string): Promise<Uint8Array | null>;
  /** The blob a file has, looked up in its bytes; `recorded` is what git believes. */
  verify(path: string, recorded: string): Promise<string>;
  /** Files that are there and cannot be read, with the reason. */
  readonly unreadable: ReadonlyMap<string, string>;
}

export interface WorkTreeOptions {
  readonly git: Git;
  readonly layout: RepositoryLayout;
  readonly scratch: ScratchRepository;
  readonly tracked: TrackedFiles;
  /** Absolute path of the project. */
  readonly projectRoot: string;
  /** Files whose bytes decide: they are hashed here, whatever the index believes. */
  readonly paths: Iterable<string>;
}

/**
 * The working tree as a tree: tracked files only, each of `paths` and each file the index is not
 * sure of taken from its bytes. At most one process, and none when all bytes are as recorded.
 */
export async function readWorkTree(options: WorkTreeOptions): Promise<NowTree> {
  const { tracked, scratch } = options;
  const format = tracked.objectFormat;
  const read = remembering(openWorkTree(options.projectRoot));
  const files = new Map<string, TreeEntry>(tracked.files);
  const unreadable = new Map<string, string>();
  const changed = new Map<string, Uint8Array>();
  const suspects = [...tracked.files].filter(([, file]) => file.isSuspect).map(([path]) => path);
  for (const path of new Set([...options.paths, ...suspects])) {
    const entry = tracked.files.get(path);
    if (entry === undefined || entry.mode === '160000') continue;
    const found = await read(path);
    if (found.kind === 'none') {
      if (entry.isCheckedOut) files.delete(path);
    } else if (found.kind === 'unreadable') unreadable.set(path, found.reason);
    else if (found.kind === 'link') {
      const id = scratch.write(gitObject('blob', found.target, format));
      files.set(path, { mode: '120000', id });
    } else if (entry.mode === '120000' || !isSame(found.bytes, entry.id, format)) {
      changed.set(path, found.bytes);
    }
  }
  const blobs = await workBlobs(options, changed);
  for (const [path, { id }] of blobs) {
    const mode = files.get(path)?.mode;
    files.set(path, { mode: mode === '100755' ? mode : '100644', id });
  }
  return {
    files,
    unreadable,
    bytesOf: async (path) => {
      const blob = blobs.get(path);
      if (blob) return blob.bytes;
      const found = await read(path);
      return found.kind === 'file' ? found.bytes : null;
    },
    verify: async (path, recorded) => {
      const isKnown = blobs.has(path) || tracked.files.get(path)?.isCheckedOut === false;
      const found = isKnown ? null : await read(path);
      if (found?.kind !== 'file' || isSame(found.bytes, recorded, format)) return recorded;
      return scratch.write(gitObject('blob', found.bytes, format));
    },
  };
}

/** Line ends of a checkout may differ from the blob's; a comparison that ignores spacing agrees. */
function isSame(bytes: Buffer, id: string, format: ObjectFormat): boolean {
  if (blobId(bytes, format) === id) return true;
  if (!bytes.includes('\r\n')) return false;
  const plain = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return blobId(plain, format) === id;
}

function remembering(
  read: (path: string) => Promise<WorkFile>,
): (path: string) => Promise<WorkFile> {
  const known = new Map<string, Promise<WorkFile>>();
  return (path) => {
    const found = known.get(path) ?? read(path);
    known.set(path, found);
    return found;
  };
}
