import { afterEach, describe, expect, it } from 'vitest';
import type { Face } from '../../tui/face.js';
import { linearFace } from '../../tui/linear-face.js';
import { startState } from '../../tui/ui-state.js';
import { Wizard } from '../../tui/wizard.js';
import { BENCH, OPEN_SESSIONS, SCREENS } from '../support/bench-states.js';
import { FakeDesk, FakeSession } from '../support/fake-session.js';
import { FakeTerminal } from '../support/fake-terminal.js';

let face: Face | undefined;
let session: FakeSession;
let exits: number[];
afterEach(() => face?.close());

async function open(name: string): Promise<FakeTerminal> {
  session = new FakeSession(SCREENS[name] ?? BENCH);
  const desk = new FakeDesk(session);
  if (name === 'home') desk.sessions = OPEN_SESSIONS;
  exits = [];
  const terminal = new FakeTerminal();
  const nowMs = Date.parse('2026-11-30T14:12:35Z');
  const state = startState({ columns: 80, rows: 24, isAscii: true, projectName: 'fw', nowMs });
  const wizard = new Wizard(state, {
    desk,
    nowMs: () => nowMs,
    editText: () => Promise.resolve(null),
    suspend: () => undefined,
    exit: (code) => void exits.push(code),
  });
  const { stdin, stdout } = terminal.streams;
  face = linearFace(wizard, stdin, stdout, () => undefined);
  face.open();
  await wizard.open({ board: null, resume: null });
  return terminal;
}

describe('the wizard in lines', () => {
  it('numbers choices and takes a number for one', async () => {
    const terminal = await open('home');
    await terminal.waitFor('1. Resume s-1130-1407  nucleo-f446  FW-212  at fetch');
    await terminal.waitFor('2. Start on nucleo-f446');
    terminal.type('2\r');
    await terminal.waitFor('-- step 1 of 8, preflight, board nucleo-f446 --');
    await terminal.waitFor('3. x Working tree  2 tracked source files differ from HEAD');
    terminal.type('f\r\r');
    await terminal.waitFor('-- step 2 of 8, connect');
    expect(session.calls).toContain('forceWarnings');
  });

  it('draws nothing over and no boxes, and sends no escape', async () => {
    for (const name of Object.keys(SCREENS)) {
      const terminal = await open(name);
      await terminal.waitFor('board nucleo-f446 --');
      // eslint-disable-next-line no-control-regex
      expect(terminal.raw()).not.toMatch(/\u001b|[─│┌┐└┘✓✗›]/);
      face?.close();
    }
  });

  it('says the keys again when an action is over and Enter goes on', async () => {
    const terminal = await open('connect');
    await terminal.waitFor('working: opening /dev/ttyACM0');
    expect(terminal.raw()).not.toContain('Enter next');
    session.patch({ busy: null, link: 'up' });
    await terminal.waitFor('Enter next');
  });

  it('says what the board says and sends lines to it', async () => {
    const terminal = await open('exercise');
    await terminal.waitFor('what you type goes to the board');
    session.hear('uart: \u001b[31mready\u001b[0m\r\n');
    await terminal.waitFor('board: uart: ready');
    terminal.type('uart sned\u007f\u007f\u007fend\r');
    await terminal.waitFor('\b');
    expect(session.calls).toContain('sendLine uart send');
  });

  it('takes Ctrl+T for a command while typing', async () => {
    const terminal = await open('exercise');
    await terminal.waitFor('Ctrl+T then:');
    terminal.type('\u0014s\r');
    await terminal.waitFor('Ctrl+T s');
    terminal.type('\u0014?\r');
    await terminal.waitFor('Ctrl+T n: next step: fetch');
    expect(session.calls).toContain('snapshot');
  });

  it('asks for the form field by field; an empty line keeps a value', async () => {
    const terminal = await open('save');
    await terminal.waitFor('Ticket [FW-212]: an empty line keeps it');
    await terminal.waitFor('src/ring.c: 38 of 40 lines valid, lines 12-13 edited since');
    terminal.type('FW-9\r\r');
    await terminal.waitFor('E-mail [ana@example.com]');
    expect(session.state().form).toMatchObject({ ticket: 'FW-9', testerName: 'Ana Ruiz' });
    terminal.type('\r\r\r\r');
    await terminal.waitFor('-- step 8 of 8, commit');
  });

  it('says an error with what to try', async () => {
    const terminal = await open('error');
    await terminal.waitFor('error PORT_DENIED: cannot open /dev/ttyACM0: permission denied');
    await terminal.waitFor('try: sudo usermod -aG dialout ana, then log out and in again');
  });

  it('announces a lost link', async () => {
    const terminal = await open('link-lost');
    await terminal.waitFor('link lost, r tries again');
  });

  it('ends at Ctrl+C twice', async () => {
    const terminal = await open('preflight');
    await terminal.waitFor('step 1');
    terminal.type('\u0003\u0003');
    await terminal.waitFor('Ctrl+C again quits');
    expect(exits).toEqual([130]);
  });
});
