import { afterEach, expect, test, vi } from 'vitest';
import { listPorts } from '../../src/link/list-ports.js';

afterEach(() => vi.unstubAllEnvs());

test('ports are listed wherever this runs, each with what a profile needs', async () => {
  for (const port of await listPorts()) {
    expect(port.port).toMatch(/^serial:\/dev\//);
    expect(port.path).toMatch(/^\/dev\//);
    expect(Array.isArray(port.holders)).toBe(true);
  }
});

test('a system without udevadm, such as a container, is no failure', async () => {
  vi.stubEnv('PATH', '/nowhere');
  await expect(listPorts()).resolves.toBeInstanceOf(Array);
});
