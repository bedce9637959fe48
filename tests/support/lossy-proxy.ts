import { connect, createServer, type Socket } from 'node:net';
import { SeededRandom } from '../../scripts/seeded-random.js';
import { throughNoise, type Noise } from './noise.js';

/** A bad line in front of a serial socket. */
export interface LossyProxy {
  /** May be changed while it runs. */
  noise: Noise;
  readonly close: () => Promise<void>;
}

/** Listens on `near` and passes bytes to `far` and back, through the noise in both directions. */
export async function lossyProxy(
  near: string,
  far: string,
  noise: Noise,
  seed: number,
): Promise<LossyProxy> {
  const proxy = { noise };
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const board = connect(far);
    sockets.push(client, board);
    pass(client, board, new SeededRandom(seed, 1), proxy);
    pass(board, client, new SeededRandom(seed, 2), proxy);
  });
  await new Promise<void>((resolve) => server.listen(near, resolve));
  return Object.assign(proxy, {
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function pass(from: Socket, to: Socket, random: SeededRandom, line: { noise: Noise }): void {
  from.on('data', (bytes) => to.write(throughNoise(bytes, line.noise, random)));
  from.on('close', () => to.destroy());
  from.on('error', () => to.destroy());
}
