import { describe, expect, it } from 'vitest';
import { startWizard } from '../../tui/start.js';
import type { WizardOptions } from '../../tui/wizard-options.js';
import { BENCH } from '../support/bench-states.js';
import { FakeDesk, FakeSession } from '../support/fake-session.js';
import { FakeTerminal } from '../support/fake-terminal.js';

interface Started {
  readonly terminal: FakeTerminal;
  readonly session: FakeSession;
  readonly steps: (() => void | Promise<void>)[];
  readonly controller: AbortController;
  readonly options: WizardOptions;
}

function prepare(session: FakeSession, change: Partial<WizardOptions> = {}): Started {
  const terminal = new FakeTerminal();
  const steps: (() => void | Promise<void>)[] = [];
  const controller = new AbortController();
  const options: WizardOptions = {
    desk: new FakeDesk(session),
    projectRoot: '/home/ana/fw',
    color: false,
    ascii: false,
    env: { TERM: 'xterm-256color' },
    signal: controller.signal,
    addCleanUp: (step) => {
      steps.push(step);
      return () => void steps.splice(steps.indexOf(step), 1);
    },
    ...terminal.streams,
    ...change,
  };
  return { terminal, session, steps, controller, options };
}

async function until(claim: () => boolean): Promise<void> {
  const deadline = Date.now() + 8_000;
  while (!claim()) {
    if (Date.now() > deadline) throw new Error('did not happen');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Main screen, wrapping on, cursor on, raw mode off, nobody reading. */
function expectRestored(terminal: FakeTerminal): void {
  expect(terminal.raw().lastIndexOf('\u001b[?1049l')).toBeGreaterThan(
    terminal.raw().lastIndexOf('\u001b[?1049h'),
  );
  expect(terminal.raw()).toContain('\u001b[?7h');
  expect(terminal.raw().endsWith('\u001b[?25h')).toBe(true);
  expect(terminal.stdin.modes.at(-1)).toBe(false);
  expect(terminal.stdin.listenerCount('data')).toBe(0);
}

describe('startWizard', () => {
  it('refuses anything but a terminal', async () => {
    const { terminal, options } = prepare(new FakeSession(BENCH));
    terminal.stdin.isTTY = false;
    await expect(startWizard(options)).rejects.toMatchObject({ code: 'NOT_A_TTY' });
    expect(terminal.raw()).toBe('');
  });

  it('refuses a terminal that does not say its size', async () => {
    const { terminal, options } = prepare(new FakeSession(BENCH));
    terminal.stdout.columns = 0;
    await expect(startWizard(options)).rejects.toMatchObject({
      code: 'TERMINAL_SIZE',
      message: 'the terminal does not say how large it is',
      why: 'it reports 0 columns and 24 rows',
      hints: ['stty cols 80 rows 24'],
    });
  });

  it('ends with 0 at q, the session closed and the terminal restored', async () => {
    const { terminal, session, steps, options } = prepare(new FakeSession(BENCH));
    const code = startWizard(options);
    await until(() => steps.length > 0 && terminal.stdin.listenerCount('data') > 0);
    terminal.type('q');
    expect(await code).toBe(0);
    expect(session.calls).toContain('close');
    expectRestored(terminal);
    expect(steps).toEqual([]);
  });

  it('ends when told to, the session closed and the terminal restored', async () => {
    const { terminal, session, controller, options } = prepare(new FakeSession(BENCH));
    const code = startWizard(options);
    await until(() => terminal.stdin.listenerCount('data') > 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort();
    expect(await code).toBe(130);
    expect(session.calls).toContain('close');
    expectRestored(terminal);
  });

  it('ends with 129 when the terminal goes away', async () => {
    const { terminal, options } = prepare(new FakeSession(BENCH));
    const code = startWizard(options);
    await until(() => terminal.stdin.listenerCount('data') > 0);
    terminal.stdin.destroy(new Error('read EIO'));
    expect(await code).toBe(129);
  });

  it('restores the terminal through the clean-up of a crash as well', async () => {
    const { terminal, steps, controller, options } = prepare(new FakeSession(BENCH));
    const code = startWizard(options);
    await until(() => terminal.stdin.listenerCount('data') > 0);
    await steps[0]?.();
    expectRestored(terminal);
    controller.abort();
    await code;
  });

  it('gives the error on when a screen cannot be drawn, the terminal restored', async () => {
    const broken = { ...BENCH, message: null } as unknown as typeof BENCH;
    const { terminal, options } = prepare(new FakeSession(broken));
    await expect(startWizard(options)).rejects.toThrow(/null/);
    expectRestored(terminal);
  });
});
