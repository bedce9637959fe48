import { BenchError } from '../base/bench-error.js';
import { matchesWhole } from '../base/matches-whole.js';
import type { Board } from '../board/board.js';
import type { Capture } from '../capture/capture.js';
import type { CaptureFacts } from '../capture/build-capture.js';
import type { Identity } from '../git/read-identity.js';
import type { Settings } from '../settings/settings.js';
import type { SaveForm } from './session-state.js';

export const DEFAULT_TIER = 'manual';

/**
 * True when evidence of a tier has to name its ticket and its tester. The tier `manual` is known
 * without settings. Errors: USAGE for a tier nobody declared, naming those that are.
 */
export function isManualTier(tier: string, settings: Settings): boolean {
  const declared = settings.tiers.find(({ name }) => name === tier);
  if (declared) return declared.kind === 'manual';
  if (tier === DEFAULT_TIER) return true;
  const names = [...new Set([DEFAULT_TIER, ...settings.tiers.map(({ name }) => name)])];
  throw new BenchError('USAGE', `there is no tier "${tier}"`, {
    why: `tiers are: ${names.join(', ')}`,
    hints: ['declare it in .otto/settings.toml: [coverage.tiers.NAME]'],
  });
}

/**
 * The ticket to record: null for an explicitly empty one. Errors: USAGE when a manual tier has none,
 * or when it does not match the pattern of the board.
 */
export function ticketOf(
  given: string | undefined,
  isManual: boolean,
  board: Board | null,
): string | null {
  if (given === undefined && isManual) {
    throw new BenchError('USAGE', 'evidence made by hand needs its ticket: --ticket TICKET', {
      why: 'nothing was fetched; the board is as it was',
      hints: ['--ticket "" records the evidence without a ticket'],
    });
  }
  if (given === undefined || given === '') return null;
  const problem = ticketProblem(given, board?.ticketPattern ?? null);
  if (problem !== null) throw new BenchError('USAGE', problem);
  return given;
}

/** What is wrong with a ticket, or null. A pattern has to match as a whole. */
export function ticketProblem(ticket: string, pattern: string | null): string | null {
  const isMatch = pattern === null ? true : matchesWhole(pattern, ticket);
  if (isMatch === true) return null;
  if (isMatch === null)
    return `matching the ticket against ${pattern} of the board file takes too long`;
  return `ticket ${JSON.stringify(ticket)} does not match ${pattern} of the board file`;
}

/** Who tested: what was said, else what git knows; null when neither names anybody. */
export function testerOf(
  said: { readonly name?: string | undefined; readonly email?: string | undefined },
  identity: Identity,
): Capture['tester'] {
  const email = said.email ?? identity.email ?? undefined;
  const name = said.name ?? identity.name ?? email;
  if (name === undefined || name === '') return null;
  return email === undefined || email === '' ? { name } : { name, email };
}

/** The facts of a capture from the form of the guided session. */
export function factsOfForm(form: SaveForm, board: string, tier: string, now: Date): CaptureFacts {
  const labs = form.labs.split(',').map((lab) => lab.trim());
  return {
    tier,
    board,
    labs: labs.filter((lab) => lab !== ''),
    tester: testerOf(
      { name: form.testerName.trim() || undefined, email: form.testerEmail.trim() || undefined },
      { name: null, email: null },
    ),
    ticket: form.ticket.trim() || null,
    note: form.note.trim() || null,
    displayName: form.label.trim() || null,
    now,
  };
}
