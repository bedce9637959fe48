import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/report/display-width.js';
import { PLACES } from '../../tui/places.js';
import { placeOf } from '../../tui/place-of.js';
import { BENCH, DMA_SOURCE, OPEN_SESSIONS, SCREENS } from '../support/bench-states.js';
import { FakeDesk, FakeSession } from '../support/fake-session.js';
import { mount, type Mounted } from '../support/ink-harness.js';

const FRAMES = fileURLToPath(new URL('../../fixtures/frames', import.meta.url));
const SIZES: readonly (readonly [number, number])[] = [
  [80, 24],
  [50, 20],
  [120, 40],
];
const MORE_SIZES: readonly (readonly [number, number])[] = [
  [50, 24],
  [69, 20],
  [70, 21],
  [109, 30],
  [111, 23],
  [200, 60],
];

let mounted: Mounted | undefined;
afterEach(() => mounted?.close());

async function show(name: string): Promise<Mounted> {
  const session = new FakeSession(SCREENS[name] ?? BENCH);
  session.sources.set('src/uart.c', DMA_SOURCE);
  const desk = new FakeDesk(session);
  if (name === 'home') desk.sessions = OPEN_SESSIONS;
  mounted = await mount(desk);
  if (name === 'exercise') {
    for (let line = 1; line <= 40; line += 1) session.hear(`uart: rx dma half   n=${line}\r\n`);
    session.hear('adc: 温度 23.5 °C\r\n\u001b[32muart:~$ \u001b[0m');
    await mounted.press('uart send 4096');
    await mounted.settle();
  }
  if (name === 'help') await mounted.press('?');
  if (name === 'leave') await mounted.press('q');
  return mounted;
}

/** What holds on every screen at every size. */
function checkFrame(screen: string, columns: number, rows: number, place: string): void {
  const lines = screen.split('\n');
  expect(lines.length).toBe(rows - 1);
  expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
  if (place === 'help') return;
  const hints = lines.at(-1) ?? '';
  if (place === 'quit' || place === 'discard') expect(hints).toMatch(/y yes {2}n no/);
  else expect(hints).toMatch(/(\? help.*q quit|\? q|\?.*Esc)/);
}

const NAMES = [...Object.keys(SCREENS), 'home', 'help'];

describe('every screen', () => {
  it.each(NAMES)('%s is drawn as recorded at each size', async (name) => {
    const wizard = await show(name);
    for (const [columns, rows] of SIZES) {
      await wizard.resize(columns, rows);
      const screen = wizard.screen();
      checkFrame(screen, columns, rows, placeOf(wizard.wizard.state()));
      await expect(`${screen}\n`).toMatchFileSnapshot(`${FRAMES}/${name}-${columns}x${rows}.txt`);
    }
  });

  it.each([...NAMES, 'leave'])('%s keeps to the terminal at odd sizes', async (name) => {
    const wizard = await show(name);
    for (const [columns, rows] of MORE_SIZES) {
      await wizard.resize(columns, rows);
      checkFrame(wizard.screen(), columns, rows, placeOf(wizard.wizard.state()));
    }
  });

  it('is one of a place with bindings', () => {
    expect(PLACES.length).toBe(new Set(PLACES).size);
  });
});

describe('the frame', () => {
  it('says what it needs on a small terminal, and comes back when there is room', async () => {
    const wizard = await show('preflight');
    await wizard.resize(43, 18);
    expect(wizard.screen().split('\n').slice(0, 4)).toEqual([
      'otto-bench needs 50x20,',
      'this terminal has 43x18.',
      'Make it larger; the link stays up.',
      'q quits',
    ]);
    await wizard.resize(80, 24);
    expect(wizard.screen()).toContain('[1 Preflight]');
  });

  it('holds tiny terminals without an error', async () => {
    const wizard = await show('exercise');
    for (const [columns, rows] of [
      [1, 1],
      [2, 2],
      [10, 3],
    ] as const) {
      await wizard.resize(columns, rows);
      expect(wizard.screen().split('\n').length).toBeLessThanOrEqual(rows);
    }
  });

  it('uses ASCII only with --ascii', async () => {
    for (const name of Object.keys(SCREENS)) {
      const session = new FakeSession(SCREENS[name] ?? BENCH);
      mounted = await mount(new FakeDesk(session), { isAscii: true });
      // eslint-disable-next-line no-control-regex
      expect(mounted.screen()).toMatch(/^[\u0000-\u007f]*$/);
      mounted.close();
    }
  });
});

describe('text from a board', () => {
  const HOSTILE = [
    'x'.repeat(5000),
    '\u001b]0;evil title\u0007after the title',
    '\u001b]52;c;ZXZpbA==\u0007after the clipboard',
    '\u001b[2J\u001b[Hafter the clear',
    'bidi \u202eevil',
    'tab\there\bback\u0000nul',
    '家族 👨‍👩‍👧‍👦 flag 🇩🇪 wide ＡＢ combining e\u0301\u0301\u0301',
  ];

  it.each([
    [80, 24],
    [50, 20],
  ] as const)('cannot leave its pane at %ix%i', async (columns, rows) => {
    const session = new FakeSession(SCREENS['exercise'] ?? BENCH);
    mounted = await mount(new FakeDesk(session), { columns, rows });
    for (const line of HOSTILE) session.hear(`${line}\r\n`);
    session.hear(Uint8Array.of(0xff, 0xfe, 0x0a));
    await mounted.settle();
    const screen = mounted.screen();
    checkFrame(screen, columns, rows, 'console');
    expect(screen).toContain('after the title');
    expect(screen).not.toContain('evil title');
    expect(mounted.raw()).not.toContain('\u001b]');
    expect(screen).toContain('bidi \\u{202e}evil');
    expect(screen).not.toContain('\u202e');
  });

  it('cannot leave its line in paths, checks and messages', async () => {
    const evil = '\u001b]0;evil\u0007a\nb\rc\u202ed';
    const session = new FakeSession({
      ...BENCH,
      branch: evil,
      message: evil,
      checks: BENCH.checks.map((check) => ({ ...check, label: evil, text: evil, facts: [evil] })),
    });
    mounted = await mount(new FakeDesk(session));
    checkFrame(mounted.screen(), 80, 24, 'preflight');
    expect(mounted.raw()).not.toContain('evil');
    expect(mounted.raw()).not.toContain('\u202e');
  });
});
