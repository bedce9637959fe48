import { expect, it } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import { runCheck } from '../../src/session/checks/check.js';

const failing = (error: Error) =>
  runCheck({ id: 'port', label: 'Port', run: () => Promise.reject(error) });

it('a refusal blocks, in its own words', async () => {
  const error = new BenchError('PORT_GONE', 'no port', { why: 'a\nb', hints: ['plug it in'] });
  expect(await failing(error)).toEqual({
    id: 'port',
    label: 'Port',
    grade: 'blocking',
    text: 'no port',
    facts: ['a', 'b'],
    hints: ['plug it in'],
  });
});

it('a check that was stopped has found nothing', async () => {
  const stopped = new BenchError('CANCELLED', 'stopped');
  await expect(failing(stopped)).rejects.toBe(stopped);
});
