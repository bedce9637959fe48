import { access, constants, readFile, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** A program that has a device open. */
export interface PortHolder {
  readonly pid: number;
  readonly name: string;
}

/** What the system knows of a device node; everything a hint may be built from. */
export interface PortFacts {
  readonly exists: boolean;
  readonly isDevice: boolean;
  /** This process may read and write it. */
  readonly isAccessible: boolean;
  /** Group that owns the node, by name where there is one; null when it does not exist. */
  readonly group: string | null;
  readonly isGroupWritable: boolean;
  readonly isInGroup: boolean;
  /** The user is a member by /etc/group, whether or not this login knows of it yet. */
  readonly isMember: boolean;
  /** Name of the user, or null when it is not to be had. */
  readonly user: string | null;
  /** Programs of which it is known that they have it open; ours left out. */
  readonly holders: readonly PortHolder[];
}

const MOST_PROCESSES = 10_000;
const MOST_FILES = 4_096;

/** Looks a device node up. Never rejects: what cannot be found out is absent. */
export async function readPortFacts(path: string): Promise<PortFacts> {
  try {
    const info = await stat(path);
    const group = await groupOf(info.gid);
    const user = userName();
    return {
      exists: true,
      isDevice: info.isCharacterDevice(),
      isAccessible: await isAccessible(path),
      group: group.name,
      isGroupWritable: (info.mode & 0o060) === 0o060,
      isInGroup:
        process.getgroups?.().includes(info.gid) === true || process.getegid?.() === info.gid,
      isMember: user !== null && group.members.includes(user),
      user,
      holders: await findHolders(path),
    };
  } catch {
    return {
      exists: false,
      isDevice: false,
      isAccessible: false,
      group: null,
      isGroupWritable: false,
      isInGroup: false,
      isMember: false,
      user: null,
      holders: [],
    };
  }
}

/**
 * Which other programs have a file open, from `/proc`. Those of other users stay unseen, and on
 * systems without `/proc` nobody is found.
 */
export async function findHolders(path: string): Promise<readonly PortHolder[]> {
  try {
    return await findOpen(await realpath(path));
  } catch {
    return [];
  }
}

/** As `findHolders`, by what `/proc` calls the open file: a path or `socket:[INODE]`. */
export async function findOpen(target: string): Promise<readonly PortHolder[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).slice(0, MOST_PROCESSES);
  const holders: PortHolder[] = [];
  for (const pid of pids) {
    if (Number(pid) === process.pid || !(await hasOpen(pid, target))) continue;
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '?');
    holders.push({ pid: Number(pid), name: name.trim() });
  }
  return holders;
}

async function hasOpen(pid: string, target: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const files = (await readdir(folder).catch(() => [])).slice(0, MOST_FILES);
  let isHolder = false;
  for (const file of files) {
    const open = await readlink(join(folder, file)).catch(() => '');
    if (open === target) isHolder = true;
    // The program behind a pseudo-terminal is its other end, not a second reader.
    if (/^\/dev\/(?:pts\/)?ptmx$/.test(open) && (await isOtherEnd(pid, file, target))) return false;
  }
  return isHolder;
}

async function isOtherEnd(pid: string, file: string, target: string): Promise<boolean> {
  const number = /^\/dev\/pts\/(\d+)$/.exec(target)?.[1];
  if (number === undefined) return false;
  const info = await readFile(`/proc/${pid}/fdinfo/${file}`, 'latin1').catch(() => '');
  return /^tty-index:\s*(\d+)$/m.exec(info)?.[1] === number;
}

async function isAccessible(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Format of /etc/group: name, password, number, members. */
async function groupOf(gid: number): Promise<{ name: string; members: readonly string[] }> {
  const groups = await readFile('/etc/group', 'utf8').catch(() => '');
  for (const line of groups.split('\n')) {
    const [name, , id, members = ''] = line.split(':');
    if (name !== undefined && id === String(gid)) return { name, members: members.split(',') };
  }
  return { name: String(gid), members: [] };
}

function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
