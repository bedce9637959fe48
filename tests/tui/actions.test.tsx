import { afterEach, describe, expect, it } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import { bindingsOf, needsPrefix } from '../../tui/find-binding.js';
import { placeOf } from '../../tui/place-of.js';
import { BENCH, DMA_SOURCE, MESSAGE, OPEN_SESSIONS, SCREENS } from '../support/bench-states.js';
import { FakeDesk, FakeSession } from '../support/fake-session.js';
import { mount, type MountOptions, type Mounted } from '../support/ink-harness.js';

const ENTER = '\r';
const ESC = '\u001b';
const PREFIX = '\u0014';

let mounted: Mounted | undefined;
let session: FakeSession;
let desk: FakeDesk;
afterEach(() => mounted?.close());

async function at(name: string, options: MountOptions = {}): Promise<Mounted> {
  session = new FakeSession(SCREENS[name] ?? BENCH);
  session.sources.set('src/uart.c', DMA_SOURCE);
  session.sources.set('src/dma.c', DMA_SOURCE);
  desk = new FakeDesk(session);
  if (name === 'home') desk.sessions = OPEN_SESSIONS;
  mounted = await mount(desk, options);
  session.calls.length = 0;
  return mounted;
}

describe('Home', () => {
  it('is left out when there is one board and nothing to resume', async () => {
    await at('preflight');
    expect(desk.calls).toEqual(['list', 'start nucleo-f446']);
  });

  it('resumes the chosen session, or starts on a board', async () => {
    const wizard = await at('home');
    await wizard.press(ENTER);
    await wizard.settle();
    expect(desk.calls).toEqual(['list', 'resume s-1130-1407']);
    wizard.close();
    const again = await at('home');
    await again.press('j', ENTER);
    await again.settle();
    expect(desk.calls).toEqual(['list', 'start nucleo-f446']);
  });

  it('discards a session only after y', async () => {
    const wizard = await at('home');
    await wizard.press('x', ENTER);
    expect(desk.calls).toEqual(['list']);
    await wizard.press('x', 'n', 'x', 'y');
    await wizard.settle();
    expect(desk.calls).toEqual(['list', 'drop s-1130-1407', 'list']);
    expect(wizard.screen()).toContain('Choose a board');
    expect(wizard.screen()).toMatch(/› Start on nucleo-f446[^]*Cannot be resumed\n +s-1128-0900/);
  });

  it('says why a session cannot be resumed on the message line, and x throws it away', async () => {
    const wizard = await at('home');
    desk.failure = new BenchError('SESSION_STALE', 'session s-1128-0900 cannot be recorded', {
      why: 'HEAD was 11aa22b and is 3f2a91c now',
    });
    await wizard.press('G', ENTER);
    await wizard.waitFor('cannot be resumed: HEAD was 11aa22b and is 3f2a91c now; x discards it');
    expect(placeOf(wizard.wizard.state())).toBe('home');
    await wizard.press('x', 'y');
    await wizard.settle();
    expect(desk.calls.slice(-2)).toEqual(['drop s-1128-0900', 'list']);
    expect(wizard.screen()).not.toContain('Cannot be resumed');
  });

  it('chooses the session asked for when that one is open elsewhere', async () => {
    session = new FakeSession(BENCH);
    desk = new FakeDesk(session);
    desk.sessions = OPEN_SESSIONS;
    desk.failure = new BenchError('SESSION_BUSY', 'session s-1128-0900 is in use', {
      why: 'process 4121 on bench-pc has it open',
    });
    mounted = await mount(desk);
    mounted.wizard.dispatch({
      type: 'desk',
      sessions: OPEN_SESSIONS,
      boards: desk.boardList,
      want: { board: null, resume: 's-1128-0900' },
    });
    await mounted.waitFor('cannot be resumed: process 4121 on bench-pc has it open');
    expect(mounted.screen()).toContain('› s-1128-0900');
    expect(mounted.screen()).not.toContain('x discards it');
  });

  it('says what to do when there is no board file', async () => {
    session = new FakeSession(BENCH);
    desk = new FakeDesk(session);
    desk.boardList = [];
    mounted = await mount(desk);
    expect(mounted.screen()).toContain('otto-bench boards init');
  });

  it('shows a box when a session cannot be opened, and r tries again', async () => {
    session = new FakeSession(BENCH);
    desk = new FakeDesk(session);
    desk.sessions = OPEN_SESSIONS;
    desk.failure = new BenchError('FILE_UNREADABLE', 'the journal cannot be read');
    mounted = await mount(desk);
    await mounted.press(ENTER);
    await mounted.waitFor('FILE_UNREADABLE');
    expect(mounted.screen()).toMatch(/ r retry {2}Esc close {2}\? help {2}q quit$/);
    await mounted.press('p');
    expect(placeOf(mounted.wizard.state())).toBe('error');
    desk.failure = null;
    await mounted.press('r');
    await mounted.waitFor('[1 Preflight]');
    expect(desk.calls).toEqual(['list', 'resume s-1130-1407', 'resume s-1130-1407']);
  });
});

describe('Preflight', () => {
  it('runs the checks when a session starts without any', async () => {
    session = new FakeSession({ ...BENCH, checks: [] });
    mounted = await mount(new FakeDesk(session));
    expect(session.calls).toEqual(['preflight']);
  });

  it('checks again with r, forces warnings with f and goes on with Enter', async () => {
    const wizard = await at('preflight');
    await wizard.press('r', 'f', ENTER);
    await wizard.settle();
    expect(session.calls).toEqual(['preflight', 'forceWarnings', 'goTo connect', 'listPorts']);
  });

  it('names f for warnings, and no more once they were let pass', async () => {
    const wizard = await at('preflight');
    const warned = BENCH.checks.map((check) =>
      check.grade === 'blocking' ? { ...check, grade: 'warning' as const } : check,
    );
    session.answers.set('goTo', false);
    session.patch({ checks: warned, message: '2 warnings to settle or to force first' });
    await wizard.settle();
    expect(wizard.screen()).toContain(
      '2 warnings first: settle them and press r, or f lets them pass',
    );
    expect(wizard.screen()).toContain('Enter next (warnings first)  f let warnings pass  r re-che');
    await wizard.resize(50, 20);
    expect(wizard.screen()).toMatch(/\n Enter next {2}f let warnings pass {2}\? help {2}q quit$/);
    await wizard.resize(80, 24);
    await wizard.press('f');
    await wizard.waitFor('↑↓ move  Enter next  r re-check');
    session.patch({ checks: warned.map((check) => ({ ...check, grade: 'running' as const })) });
    session.patch({ checks: warned });
    await wizard.waitFor('f let warnings pass');
  });

  it('stays when the session refuses, with its reason on the message line', async () => {
    const wizard = await at('preflight');
    session.answers.set('goTo', false);
    session.patch({ message: 'the working tree blocks: commit or stash 2 files' });
    await wizard.press(ENTER);
    await wizard.waitFor('the working tree blocks: commit or stash 2 files');
    expect(wizard.screen()).toContain('[1 Preflight]');
  });

  it('puts the cursor on the first check that needs somebody', async () => {
    const wizard = await at('preflight');
    session.patch({
      checks: BENCH.checks.map((check) => ({ ...check, grade: 'running' as const })),
    });
    session.patch({ checks: BENCH.checks });
    await wizard.settle();
    expect(wizard.screen()).toContain('› ✗ Working tree');
    expect(wizard.screen()).toContain('git stash push src/uart.c src/dma.c');
  });
});

describe('Connect', () => {
  it('connects to the chosen port, and Enter goes on when the link is up', async () => {
    const wizard = await at('error');
    session.patch({ error: null });
    await wizard.press('j', ENTER);
    await wizard.settle();
    expect(session.calls).toEqual(['connect /dev/ttyUSB0']);
    session.patch({ link: 'up', port: '/dev/ttyUSB0' });
    await wizard.press(ENTER);
    await wizard.waitFor('[3 Zero]');
  });

  it('asks for another port on the message line', async () => {
    const wizard = await at('connected');
    await wizard.press('o', '\u0015', 'tcp:localhost:4444', ENTER);
    await wizard.settle();
    expect(session.calls).toEqual(['connect tcp:localhost:4444']);
  });

  it('takes the last entry of the list as that question', async () => {
    const wizard = await at('error');
    session.patch({ error: null });
    await wizard.press('G', ENTER);
    expect(placeOf(wizard.wizard.state())).toBe('prompt');
    await wizard.press(ESC);
    expect(placeOf(wizard.wizard.state())).toBe('connect');
  });
});

describe('Zero', () => {
  it('zeroes, then goes on', async () => {
    const wizard = await at('zero');
    await wizard.press(ENTER);
    await wizard.settle();
    session.patch({ isZeroed: true });
    await wizard.press(ENTER);
    await wizard.waitFor('[4 Exercise]');
    expect(session.calls).toEqual(['zero', 'goTo exercise']);
  });

  it('keeps the old counts with o and goes on', async () => {
    const wizard = await at('zero');
    await wizard.press('o');
    await wizard.waitFor('[4 Exercise]');
    expect(session.calls).toEqual(['keepCounts', 'goTo exercise']);
  });

  it('offers only keeping where the board cannot zero', async () => {
    const wizard = await at('zero');
    session.patch({ canZero: false });
    await wizard.settle();
    expect(wizard.screen()).not.toContain('Zero now');
    await wizard.press(ENTER);
    await wizard.waitFor('[4 Exercise]');
  });

  it('offers a baseline where only that is possible, and says what it counts from', async () => {
    const wizard = await at('zero');
    session.patch({ canZero: true, isBaseline: true });
    await wizard.settle();
    expect(wizard.screen()).toContain('Read a baseline now');
    expect(wizard.screen()).toContain('is subtracted from every reading');
    expect(wizard.screen()).not.toContain('Zero now');
    session.patch({ isZeroed: true });
    await wizard.settle();
    expect(wizard.screen()).toContain('counted from here on');
    expect(wizard.screen()).not.toContain('counters are zero');
  });
});

describe('Exercise', () => {
  it('sends what is typed to the board, letters of commands included', async () => {
    const wizard = await at('exercise');
    await wizard.press('quit nsm?', ENTER, 'again\r');
    await wizard.settle();
    expect(session.calls).toEqual(['sendLine quit nsm?', 'sendLine again']);
    expect(wizard.screen()).toContain('> quit nsm?');
  });

  it('names the key that reads the counters where there is one pane', async () => {
    const wizard = await at('exercise', { columns: 50, rows: 20 });
    session.patch({ coverage: null });
    await wizard.waitFor('no snapshot yet: Ctrl+T s reads the counters');
  });

  it('brings back lines sent before', async () => {
    const wizard = await at('exercise');
    await wizard.press('one\rtwo\r', '\u001b[A', '\u001b[A', ENTER);
    await wizard.settle();
    expect(session.calls).toEqual(['sendLine one', 'sendLine two', 'sendLine one']);
  });

  it('sends every whole line of a paste and keeps the rest', async () => {
    const wizard = await at('exercise');
    await wizard.press('\u001b[200~a b\nc\nd\u001b[201~');
    await wizard.settle();
    expect(session.calls).toEqual(['sendLine a b', 'sendLine c']);
    expect(wizard.screen()).toContain('> d_');
  });

  it('takes commands after Ctrl+T: snapshot, mark, time stamps, next', async () => {
    const wizard = await at('exercise');
    session.hear('hello\r\n');
    await wizard.settle();
    expect(wizard.screen()).toContain('14:12:30 hello');
    await wizard.press(PREFIX);
    expect(wizard.screen()).toContain('Ctrl+T n next  s snapshot  m mark');
    await wizard.press('s', PREFIX, 't', `${PREFIX}m`, 'jig\u0020swapped', ENTER);
    await wizard.settle();
    expect(wizard.screen()).not.toContain('14:12:30 hello');
    await wizard.press(PREFIX, 'n');
    await wizard.waitFor('[5 Fetch]');
    await wizard.settle();
    expect(session.calls).toEqual(['snapshot', 'mark jig swapped', 'goTo fetch', 'fetch']);
  });

  it('keeps Ctrl+T Esc and unknown letters from doing anything', async () => {
    const wizard = await at('exercise');
    await wizard.press(PREFIX, ESC, PREFIX, 'y');
    expect(wizard.screen()).toContain('Ctrl+T y: no such command here');
    expect(session.calls).toEqual([]);
  });

  it('stands still while scrolled and follows again with f', async () => {
    const wizard = await at('exercise');
    for (let line = 0; line < 50; line += 1) session.hear(`line ${line}\r\n`);
    await wizard.settle();
    await wizard.press('\u001b[5~', '\u001b[5~');
    const before = wizard.screen().split('\n').slice(4, 15);
    expect(wizard.screen()).toContain('scroll -');
    for (let line = 50; line < 90; line += 1) session.hear(`line ${line}\r\n`);
    await wizard.settle();
    expect(wizard.screen().split('\n').slice(4, 15)).toEqual(before);
    await wizard.press(PREFIX, 'f');
    expect(wizard.screen()).toContain('line 89');
    expect(wizard.screen()).toContain('follow');
  });

  it('moves the keys to the coverage pane with Tab, where letters are commands', async () => {
    const wizard = await at('exercise');
    await wizard.press('\t', 's', 'j', 'm', 'note', ENTER, '\t', 'x');
    await wizard.settle();
    expect(session.calls).toEqual(['snapshot', 'mark note']);
    expect(wizard.screen()).toContain('> x_');
  });

  it('clears the pane and goes on with new text', async () => {
    const wizard = await at('exercise');
    session.hear('old\r\n');
    await wizard.settle();
    await wizard.press(PREFIX, 'l');
    session.hear('new\r\n');
    await wizard.settle();
    expect(wizard.screen()).not.toContain('old');
    expect(wizard.screen()).toContain('new');
  });

  it('announces a lost link until it is waved away, and again the next time', async () => {
    const wizard = await at('link-lost');
    expect(wizard.screen()).toContain('Link lost');
    await wizard.press('r');
    await wizard.settle();
    expect(session.calls).toEqual(['connect ']);
    await wizard.press(ESC);
    expect(wizard.screen()).toContain('link lost');
    expect(placeOf(wizard.wizard.state())).toBe('console');
    session.patch({ link: 'up' });
    session.patch({ link: 'lost' });
    expect(placeOf(wizard.wizard.state())).toBe('lost');
    await wizard.press('e');
    await wizard.settle();
    expect(session.calls).toEqual(['connect ', 'cancel', 'close']);
  });
});

describe('Review', () => {
  it('ticks files, filters, and shows the source of the chosen one', async () => {
    const wizard = await at('review');
    await wizard.press(' ', 'j');
    await wizard.settle();
    expect(session.calls).toEqual(['toggleKeep src/uart.c', 'sourceLines src/dma.c']);
    expect(wizard.screen()).toContain('─ src/dma.c ');
    await wizard.press('/', 'ring', ENTER);
    expect(wizard.screen()).toContain('› src/ring.c');
    expect(wizard.screen()).not.toContain('src/adc.c');
    await wizard.press('/', '\u0015', ENTER, 'o');
    expect(wizard.screen()).toContain('only new');
    expect(wizard.screen()).not.toContain('src/main.c');
  });

  it('walks through new lines and says when there are no more', async () => {
    const wizard = await at('review');
    await wizard.press('\t', 'n', 'n', 'N');
    expect(wizard.wizard.state().review.sourceCursor).toBe(5);
    await wizard.press('N', 'N');
    expect(wizard.screen()).toContain('no more new lines here');
  });
});

describe('Save', () => {
  it('edits the form with the keys of a shell and tells the session', async () => {
    const wizard = await at('save');
    await wizard.press('\u0015', 'FW-300', '\t', '\u0001', 'Dr ', '\u0005', '!');
    await wizard.settle();
    expect(session.state().form).toMatchObject({ ticket: 'FW-300', testerName: 'Dr Ana Ruiz!' });
  });

  it('goes through the fields with Enter and saves in the last one', async () => {
    const wizard = await at('save');
    await wizard.press(ENTER, ENTER, ENTER, ENTER, ENTER);
    await wizard.settle();
    expect(session.calls).not.toContain('save');
    await wizard.press(ENTER);
    await wizard.waitFor('[8 Commit]');
    expect(session.calls.slice(-2)).toEqual(['save', 'goTo commit']);
  });

  it('puts the cursor in a field with a problem and does not save', async () => {
    const wizard = await at('save');
    const preview = session.state().preview!;
    session.patch({ preview: { ...preview, problems: { ticket: 'does not match FW-[0-9]+' } } });
    await wizard.press('\t', '\u0013');
    await wizard.settle();
    expect(session.calls).not.toContain('save');
    expect(wizard.wizard.state().formField).toBe(0);
    expect(wizard.screen()).toContain('✗ does not match FW-[0-9]+');
  });

  it('shows the whole problem of a field in a narrow terminal', async () => {
    const wizard = await at('save', { columns: 50, rows: 20 });
    const preview = session.state().preview!;
    const ticket = 'does not match the pattern FW-[0-9]+ of this board';
    session.patch({ message: 'x', preview: { ...preview, problems: { ticket } } });
    await wizard.waitFor('✗ does not match the pattern FW-[0-9]+ of');
    expect(wizard.screen()).toMatch(/of\n +this board\n +Tester/);
  });

  it('names the field that keeps both captures', async () => {
    const wizard = await at('save');
    const preview = session.state().preview!;
    const superseding = [
      'replaces a of FW-1: 3 lines',
      'set the label to "jig · FW-2" to keep both',
    ];
    session.patch({ preview: { ...preview, superseding } });
    await wizard.waitFor('! set the label to "jig · FW-2" to keep both');
  });

  it('takes a pasted note as one line', async () => {
    const wizard = await at('save');
    await wizard.press('\t\t\t', '\u0015', '\u001b[200~two\nlines\n\u001b[201~');
    await wizard.settle();
    expect(session.state().form.note).toBe('two lines');
  });

  it('shows only what the session will write', async () => {
    const wizard = await at('save');
    session.patch({ preview: null });
    await wizard.settle();
    expect(wizard.screen()).toContain('working out what will be written');
  });
});

describe('Commit and Done', () => {
  it('commits with Enter', async () => {
    const wizard = await at('commit');
    await wizard.press(ENTER);
    await wizard.waitFor('Done');
    expect(session.calls).toEqual(['commit', 'goTo done']);
  });

  it('edits the message in the editor', async () => {
    const texts: string[] = [];
    const wizard = await at('commit', {
      editText: (text) => {
        texts.push(text);
        return Promise.resolve(`${text}\nmore\n`);
      },
    });
    await wizard.press('e');
    await wizard.settle();
    expect(texts).toEqual([MESSAGE]);
    expect(session.state().commitPlan?.message).toBe(`${MESSAGE}\nmore\n`);
  });

  it('can end without a commit', async () => {
    const wizard = await at('commit');
    await wizard.press('s');
    await wizard.settle();
    expect(session.calls).toEqual(['goTo done']);
  });

  it('starts another run from Done', async () => {
    const wizard = await at('done');
    await wizard.press(ENTER);
    await wizard.settle();
    expect(session.calls).toContain('close');
    expect(desk.calls.at(-1)).toBe('start nucleo-f446');
    await wizard.press('G', ENTER);
    expect(wizard.exits).toEqual([0]);
  });
});

describe('everywhere', () => {
  it('goes back a step with Esc, and stops what runs first', async () => {
    const wizard = await at('review');
    session.patch({ busy: 'reading' });
    await wizard.press(ESC);
    await wizard.settle();
    expect(session.calls).toEqual(['cancel']);
    session.patch({ busy: null });
    await wizard.press(ESC);
    await wizard.waitFor('[5 Fetch]');
  });

  it('does not start a second thing while one runs', async () => {
    const wizard = await at('zero');
    session.patch({ busy: 'zeroing' });
    await wizard.press('z', ENTER);
    expect(session.calls).toEqual([]);
    expect(wizard.screen()).toContain('still busy: zeroing (Ctrl+C stops it)');
  });

  it('ends with 130 at the second Ctrl+C', async () => {
    const wizard = await at('exercise');
    session.answers.set('cancel', true);
    await wizard.press('\u0003');
    await wizard.settle();
    expect(wizard.screen()).toContain('stopped; Ctrl+C again quits, the session is kept');
    expect(wizard.exits).toEqual([]);
    await wizard.press('\u0003');
    expect(wizard.exits).toEqual([130]);
  });

  it('asks before leaving something unsaved, and only then', async () => {
    const wizard = await at('review');
    await wizard.press('q');
    expect(wizard.screen()).toContain('Leave? The session is kept and can be resumed.');
    await wizard.press(ESC, 'q', ENTER);
    expect(wizard.exits).toEqual([0]);
    wizard.close();
    const other = await at('preflight');
    await other.press('q');
    expect(other.exits).toEqual([0]);
  });

  it('closes help with any other key and scrolls it with arrows', async () => {
    const wizard = await at('preflight', { columns: 50, rows: 20 });
    await wizard.press('?', 'j');
    expect(wizard.screen()).toContain('Keys');
    await wizard.press('z');
    expect(wizard.screen()).not.toContain('Keys');
  });

  it('shows what caused an error with t, never a stack, and closes with Esc', async () => {
    const wizard = await at('error');
    expect(wizard.screen()).not.toContain('t details');
    const cause = new Error('open failed', { cause: new Error('EACCES: permission denied') });
    session.patch({ error: new BenchError('PORT_DENIED', 'cannot open it', { cause }) });
    await wizard.waitFor('t details');
    await wizard.press('t');
    expect(wizard.screen()).toMatch(
      /caused by: open failed +│\n│ caused by: EACCES: permission denied +│/,
    );
    expect(wizard.screen()).not.toMatch(/\bat .*:\d+:\d+/);
    await wizard.press(ESC);
    await wizard.settle();
    expect(session.calls).toEqual(['clearError']);
    expect(wizard.screen()).not.toContain('PORT_DENIED');
  });

  it('names the key that connects when the board is not connected', async () => {
    const wizard = await at('fetch');
    const error = new BenchError('LINK_LOST', 'the board is not connected', {
      hints: ['connect first'],
    });
    session.patch({ busy: null, link: 'none', port: '/dev/ttyACM0', error });
    await wizard.waitFor('press p, then Enter, to connect to /dev/ttyACM0');
    expect(wizard.screen()).not.toContain('connect first');
    await wizard.press('p', ENTER);
    await wizard.settle();
    expect(session.calls).toEqual(['clearError', 'connect /dev/ttyACM0']);
  });

  it.each(Object.keys(SCREENS))('answers every key of its table on %s', async (name) => {
    for (const binding of bindingsOf(placeOf((await at(name)).wizard.state()))) {
      for (const key of binding.keys) {
        const wizard = mounted!.wizard;
        const place = placeOf(wizard.state());
        if (needsPrefix(key, place)) wizard.press({ name: 'ctrl+t', text: '' });
        wizard.press({ name: key, text: key.length === 1 ? key : '' });
      }
      await mounted!.settle();
      expect(mounted!.screen().split('\n').length).toBe(23);
      expect(mounted!.screen()).not.toContain('INTERNAL');
    }
  });
});
