import type { BenchSession } from '../../session/bench-session.js';
import { orThrow } from '../../session/or-throw.js';
import type { SessionState } from '../../session/session-state.js';
import type { DemoScreen } from './demo-screen.js';

const CONSOLE_SETTLE_MS = 300;

/** Plays one bench session on the simulated board, through to the commit. */
export async function playBench(screen: DemoScreen, session: BenchSession): Promise<void> {
  await screen.title('At the bench: is everything in order?');
  await orThrow(session, session.preflight());
  for (const { grade, label, text } of session.state().checks) {
    const line = `${label.padEnd(13)} ${text}`;
    if (grade === 'ok') await screen.good(line);
    else await screen.warn(line);
  }
  if (session.state().checks.some(({ grade }) => grade === 'warning')) session.forceWarnings();
  await orThrow(session, session.goTo('connect'));

  await screen.title('Connect, and set the counters to zero');
  await orThrow(session, session.connect());
  await orThrow(session, session.goTo('zero'));
  await orThrow(session, session.zero());
  for (const line of session.state().zeroResult) await screen.good(line);
  await screen.say('From here on, only what the tester does is evidence for the ticket.');

  await screen.title('The tester drives the board by hand');
  await orThrow(session, session.goTo('exercise'));
  await drive(screen, session, ['x', '?']);

  await screen.title('The counters come off the board, over the same console');
  await orThrow(session, session.goTo('fetch'));
  await orThrow(session, session.fetch());
  await showFetch(screen, session.state());

  await screen.title('The evidence is written down and committed');
  await orThrow(session, session.goTo('review'));
  await orThrow(session, session.goTo('save'));
  session.setForm({ ticket: 'PUMP-42', note: 'Valve travel and filter start, by hand on bench 2' });
  await orThrow(session, session.preview());
  await orThrow(session, session.save());
  await screen.good(session.state().savedFile ?? '');
  await orThrow(session, session.goTo('commit'));
  await orThrow(session, session.commit());
  const { commitPlan, commitId } = session.state();
  await screen.good(`committed ${commitId?.slice(0, 7) ?? ''}: this file and nothing else`);
  await screen.show(commitPlan?.message ?? '');
}

/** Types lines on the board's console and shows what it prints. */
async function drive(
  screen: DemoScreen,
  session: BenchSession,
  lines: readonly string[],
): Promise<void> {
  let printed = '';
  const stop = session.onConsole(({ bytes }) => {
    printed += Buffer.from(bytes).toString('latin1');
  });
  try {
    for (const line of lines) {
      printed = '';
      await screen.type('rig> ', line);
      await orThrow(session, session.sendLine(line));
      await new Promise((resolve) => setTimeout(resolve, CONSOLE_SETTLE_MS));
      const answer = printed
        .split(/\r?\n/)
        .slice(1)
        .filter((text) => text !== '' && !text.startsWith('rig>'));
      await screen.show(answer.join('\n'));
    }
  } finally {
    stop();
  }
}

async function showFetch(screen: DemoScreen, { fetch, coverage }: SessionState): Promise<void> {
  for (const { path, sizeBytes, status } of fetch?.objects ?? []) {
    await screen.good(`${path}  ${sizeBytes} bytes  ${status}`);
  }
  await screen.say('The raw bytes were on disk before anything was decoded. They say:');
  for (const { path, hitLines, totalLines } of coverage?.files ?? []) {
    await screen.show(`${`${hitLines}/${totalLines}`.padStart(7)} lines executed   ${path}`);
  }
}
