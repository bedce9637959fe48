import { afterEach, describe, expect, it } from 'vitest';
import { keyboard, type Keyboard } from '../../tui/keyboard.js';
import { FakeTerminal } from '../support/fake-terminal.js';

let opened: Keyboard | undefined;
afterEach(() => opened?.close());

function open(): { terminal: FakeTerminal; names: string[]; ends: number[]; keys: Keyboard } {
  const terminal = new FakeTerminal();
  const names: string[] = [];
  const ends: number[] = [];
  const keys = keyboard(
    terminal.streams.stdin,
    (key) => void names.push(key.name),
    () => void ends.push(1),
  );
  opened = keys;
  keys.open();
  return { terminal, names, ends, keys };
}

async function until(claim: () => boolean): Promise<void> {
  const deadline = Date.now() + 8_000;
  while (!claim()) {
    if (Date.now() > deadline) throw new Error('did not happen');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('the keyboard', () => {
  it('puts an escape sequence together that came in two reads', async () => {
    const { terminal, names } = open();
    terminal.type('\u001b');
    terminal.type('[A');
    await until(() => names.length > 0);
    expect(names).toEqual(['up']);
  });

  it('takes a lone escape as Esc when nothing follows', async () => {
    const { terminal, names } = open();
    terminal.type('\u001b');
    await until(() => names.length > 0);
    expect(names).toEqual(['esc']);
  });

  it('puts a character together that came in two reads', async () => {
    const { terminal, names } = open();
    const bytes = Buffer.from('温');
    terminal.type(bytes.subarray(0, 1));
    terminal.type(bytes.subarray(1));
    await until(() => names.length > 0);
    expect(names).toEqual(['温']);
  });

  it('sets the terminal raw once and gives it back once', () => {
    const { terminal, keys } = open();
    keys.open();
    keys.close();
    keys.close();
    expect(terminal.stdin.modes).toEqual([true, false]);
    expect(terminal.stdin.listenerCount('data')).toBe(0);
  });

  it('can be opened again', async () => {
    const { terminal, names, keys } = open();
    keys.close();
    keys.open();
    terminal.type('q');
    await until(() => names.length > 0);
    expect(terminal.stdin.modes).toEqual([true, false, true]);
  });

  it('says when the terminal is gone', async () => {
    const { terminal, ends } = open();
    terminal.stdin.end();
    await until(() => ends.length > 0);
    expect(ends).toEqual([1]);
  });
});
