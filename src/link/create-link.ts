import { resolve } from 'node:path';
import { BenchError } from '../base/bench-error.js';
import type { SerialSettings } from '../board/board.js';
import { PORT_FORMS, isLoopback, parsePortSpec } from '../board/port-spec.js';
import { ExecLink } from './exec-link.js';
import type { Link } from './link.js';
import type { PortMemory } from './port-memory.js';
import { ReplayLink } from './replay-link.js';
import { SerialLink } from './serial-link.js';
import { SimLink } from './sim-link.js';
import { remoteRefusal } from './socket-errors.js';
import { SocketLink } from './socket-link.js';
import { TelnetCodec } from './telnet-codec.js';

export interface LinkOptions extends Partial<SerialSettings> {
  /** What relative paths start at and `exec:` runs in: the project root. */
  readonly baseFolder: string;
  readonly isRemoteAllowed?: boolean;
  /** Which devices were opened before, so that one that was plugged in anew is found again. */
  readonly known?: PortMemory;
}

const SERIAL_DEFAULTS: SerialSettings = {
  baud: 115_200,
  dataBits: 8,
  stopBits: 1,
  parity: 'none',
  flowControl: 'none',
  dtr: null,
  rts: null,
  hangupOnClose: false,
};

/** Start bit, eight data bits, stop bit. */
const BITS_PER_BYTE = 10;

/**
 * Makes the link for a port as the tester writes it; nothing is opened yet. A board's `[console]`
 * table can be passed on as options.
 * Errors: USAGE (no such form of port), PORT_DENIED (another machine, not allowed).
 */
export function createLink(port: string, options: LinkOptions): Link {
  const spec = parsePortSpec(port);
  if (!spec) {
    throw new BenchError('USAGE', `"${port}" is not a port`, {
      hints: [`a port is ${PORT_FORMS}`],
    });
  }
  const settings: SerialSettings = { ...SERIAL_DEFAULTS, ...options };
  switch (spec.kind) {
    case 'serial':
      return new SerialLink(port, spec.path, settings, options.known);
    case 'tcp':
    case 'telnet': {
      const refusal = remoteRefusal(port, isLoopback(spec.host), options.isRemoteAllowed === true);
      if (refusal) throw refusal;
      const telnet = spec.kind === 'telnet' ? new TelnetCodec() : null;
      return new SocketLink(port, { host: spec.host, port: spec.port }, telnet);
    }
    case 'unix':
      return new SocketLink(port, { path: resolve(options.baseFolder, spec.path) });
    case 'exec':
      return new ExecLink(port, spec.command, options.baseFolder);
    case 'replay':
      return new ReplayLink(port, resolve(options.baseFolder, spec.file), spec.pace);
    case 'sim':
      return new SimLink(port, spec.name, settings.baud / BITS_PER_BYTE);
  }
}
