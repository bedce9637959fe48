import { expect, it } from 'vitest';
import { decodeDump } from '../../src/wire/decode-dump.js';
import { PUMP, VALVE } from './sample-objects.js';
import { gcfnStream } from './write-stream.js';

it('an object is not believed when the name of the next one is lost with what may be its end', () => {
  const stream = gcfnStream([PUMP, VALVE]);
  const nameAt = gcfnStream([PUMP]).length;
  const imageAt = stream.length - VALVE.bytes.length;
  // The last bytes of the name stand where the last counter of the first object was.
  const lost = Buffer.concat([stream.subarray(0, nameAt - 8), stream.subarray(imageAt - 8)]);
  const [first] = decodeDump(lost, 'log').objects;
  expect(first).toMatchObject({ path: PUMP.path, status: 'damaged' });
});
