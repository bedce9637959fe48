import { BenchError } from '../base/bench-error.js';
import { findIdentity, identifyPort, type PortIdentity } from './port-identity.js';

/**
 * The USB devices one session has opened, by the name the tester gave. After replugging a board may
 * have another node name, and its old name may be that of another board.
 */
export class PortMemory {
  private readonly devices = new Map<string, PortIdentity>();

  /** `root` is where the kernel lists terminals. */
  constructor(private readonly root?: string) {}

  /** Notes which device was opened under a name. */
  async remember(path: string, opened: string): Promise<void> {
    if (this.devices.has(path)) return;
    const identity = await identifyPort(opened, this.root);
    if (identity) this.devices.set(path, identity);
  }

  /**
   * The node the device of a name has now. Errors: PORT_GONE, when it is not plugged in, though
   * another device may have its name.
   */
  async whereIs(path: string): Promise<string> {
    const device = this.devices.get(path);
    if (!device) return path;
    const same = await findIdentity(device, this.root);
    // Cheap adapters all have serial number 0001: then the socket decides.
    const found = same.find(({ socket }) => socket === device.socket) ?? same[0];
    if (found && (same.length === 1 || found.socket === device.socket)) return found.node;
    if (found) throw ambiguous(path, device, same.length);
    const there = await identifyPort(path, this.root);
    // Nothing is known of a name that is gone: opening it says so in the usual words.
    if (!there) return path;
    throw new BenchError('PORT_GONE', `${path} is another device now`, {
      why: `it was ${words(device)} and is ${words(there)}`,
      hints: ['plug the board in again', 'to use this device instead, choose its port anew'],
    });
  }
}

function ambiguous(path: string, device: PortIdentity, count: number): BenchError {
  return new BenchError('PORT_GONE', `${path} cannot be told from others now`, {
    why: `${count} devices are ${words(device)}, and none sits where it sat`,
    hints: ['plug the board into the socket it was in', 'or choose its port anew'],
  });
}

function words({ vendor, product, serial, socket }: PortIdentity): string {
  const which = serial === null ? `in socket ${socket}` : `serial number ${serial}`;
  return `${vendor}:${product} ${which}`;
}
