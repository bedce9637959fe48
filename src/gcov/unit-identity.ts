import type { CounterData } from './counter-data.js';

/** Text that is the same for two images exactly when they are of one unit of one build. */
export function unitIdentity(data: CounterData): string {
  const { versionWord, stamp, checksum, functions } = data;
  const identities = functions.map((entry) =>
    entry === null ? '-' : `${entry.ident}:${entry.lineChecksum}:${entry.graphChecksum}`,
  );
  return [versionWord, stamp, checksum, ...identities].join(' ');
}
