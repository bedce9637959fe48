import { readFile } from 'node:fs/promises';
import { findOpen, type PortHolder } from './port-facts.js';

const ESTABLISHED = '01';
const MOST_CLIENTS = 8;

/**
 * Other programs of this machine that are connected to a local TCP port, from `/proc/net/tcp`;
 * nobody where there is no `/proc`.
 */
export async function findTcpClients(port: number): Promise<readonly PortHolder[]> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const clients: PortHolder[] = [];
  for (const inode of tables.flatMap((table) => clientInodes(table, port)).slice(0, MOST_CLIENTS)) {
    clients.push(...(await findOpen(`socket:[${inode}]`)));
  }
  return clients;
}

/** Columns: slot, local address, remote address, state, …, inode (the tenth). */
function clientInodes(table: string, port: number): readonly string[] {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((cells) => cells[2]?.endsWith(remote) === true && cells[3] === ESTABLISHED)
    .flatMap((cells) => cells[9] ?? []);
}
