import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SPI, SPI_HITS, Timeline, UART, UART_HITS } from './timeline.js';

const folders: string[] = [];

function timeline(): Timeline {
  const out = mkdtempSync(join(tmpdir(), 'timeline-'));
  folders.push(out);
  return new Timeline(out);
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a timeline', () => {
  it('gives the object ids of the reference repositories, captures included', () => {
    const t = timeline().init();
    t.write('src/uart.c', UART);
    expect(t.commit('uart')).toBe('e75c84f1c2b8b033aa0bd2a95e748ce5d6cf6871');
    t.cap({ 'src/uart.c': { 15: 7, 16: 7 } }, { board: 'bench-1', at: '2026-02-01T10:00:00Z' });
    t.sub('src/uart.c', 'u->dr = c;', 'u->dr = c & 0xff;');
    // This commit hangs below a commit that holds a capture file.
    expect(t.commit('mask')).toBe('7f4a38989d5351a0f98f05476d8b0ff249da18d3');
  });

  it('gives them in a SHA-256 repository too', () => {
    const t = timeline().init({ args: ['--object-format=sha256'] });
    t.write('src/spi.c', SPI);
    expect(t.commit('spi')).toBe(
      '83108e95b47e1e43e38ce5cf8878dfc90f92cbfd0ebcde3598ba2c20bdbb8536',
    );
  });

  it('names a capture after its stamp, ticket and board', () => {
    const t = timeline().init({ sut: 'firmware' });
    t.write('src/uart.c', UART);
    t.write('src/spi.c', SPI);
    t.commit('two');
    const name = t.cap(
      { 'src/uart.c': UART_HITS, 'src/spi.c': SPI_HITS },
      { ticket: 'PROJ/7 β', board: '板' },
    );
    expect(name).toBe('20260201T100000Z-proj-7-x.json');
    expect(t.git('show', '--format=%s', '--name-only', 'HEAD')).toBe(
      `evidence PROJ/7 β\n\nfirmware/.otto/coverage/manual/${name}`,
    );
  });
});
