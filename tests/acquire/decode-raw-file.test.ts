import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decodeRawFile } from '../../src/acquire/decode-raw-file.js';
import { RawFile } from '../../src/acquire/raw-file.js';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { readSimRecording } from '../../src/link/sim-recording.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-raw-');

it('hears a cancellation in the middle of a flood', async () => {
  const raw = await RawFile.create(join(folder(), 'flood.log'));
  await raw.append(new Uint8Array(1024 * 1024).fill(0x2e));
  const controller = new AbortController();
  setImmediate(() => setImmediate(() => controller.abort()));
  await expect(decodeRawFile(raw, 'board', controller.signal)).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  await raw.close();
});

it('gives what decoding in one go gives', async () => {
  const { states } = await readSimRecording();
  const [state] = states.values();
  const bytes = Buffer.from(`${'noise\r\n'.repeat(20_000)}${state?.noisy ?? ''}`, 'latin1');
  const raw = await RawFile.create(join(folder(), 'noisy.log'));
  await raw.append(bytes);
  const { signal } = new AbortController();
  expect(await decodeRawFile(raw, 'board', signal)).toEqual(decodeDump(bytes, 'board'));
  expect(await raw.part(-5, 3)).toEqual(Uint8Array.from(Buffer.from('noi')));
  await raw.close();
});
