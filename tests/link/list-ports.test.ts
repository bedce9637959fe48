import { expect, test } from 'vitest';
import { listPorts } from '../../src/link/list-ports.js';

test('ports are listed wherever this runs, each with what a profile needs', async () => {
  for (const port of await listPorts()) {
    expect(port.port).toMatch(/^serial:\/dev\//);
    expect(port.path).toMatch(/^\/dev\//);
    expect(Array.isArray(port.holders)).toBe(true);
  }
});
