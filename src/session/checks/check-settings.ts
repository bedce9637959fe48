import { SETTINGS_FILE, readSettings } from '../../settings/read-settings.js';
import type { Workspace } from '../workspace.js';
import type { CheckResult } from './check.js';

/** Settings that parse, with a tier the evidence may be of. */
export async function checkSettings({ projectRoot }: Workspace): Promise<CheckResult> {
  const { tiers, tickets } = await readSettings(projectRoot);
  const names = tiers.map(({ name, kind }) => `${name} (${kind})`).join(', ');
  const facts = [
    `tiers: ${names}`,
    ...(tickets === null ? [] : [`tickets match ${tickets.pattern}`]),
  ];
  return { grade: 'ok', text: `${SETTINGS_FILE}  tiers ${names}`, facts };
}
