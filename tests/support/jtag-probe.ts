import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { MemoryBlock } from '../../src/base/memory.js';

/** What the wires of a probe lead to: a debug port with one memory access port and its memory. */
export interface JtagProbe {
  readonly port: number;
  readonly memory: MemoryBlock;
  /** The wires go dead, or work again with what was sent meanwhile. */
  readonly stall: (isStalled: boolean) => void;
  readonly close: () => Promise<void>;
}

/**
 * A chip's JTAG-DP and AHB-AP behind OpenOCD's remote_bitbang driver: clock edges on a socket of this
 * machine, so that a real OpenOCD runs without hardware. Registers after ARM's ADIv5 (IHI 0031);
 * addresses outside of `memory` fault, as those of a bus do.
 */
export async function startJtagProbe(memory: MemoryBlock): Promise<JtagProbe> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const held: (() => void)[] = [];
  const server = createServer((socket) => {
    const wire = new Wire(new DebugPort(memory));
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const clockIn = (bytes: Buffer): void => {
      const answers = Array.from(bytes, (byte) => wire.take(String.fromCharCode(byte))).join('');
      if (answers !== '') socket.write(answers);
    };
    socket.on('data', (bytes) => {
      if (isStalled) held.push(() => clockIn(bytes));
      else clockIn(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    memory,
    stall: (isDead) => {
      isStalled = isDead;
      if (!isDead) for (const go of held.splice(0)) go();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type TapState = keyof typeof TAP;

/** The next state for TMS 0 and 1, IEEE 1149.1. */
const TAP = {
  reset: ['idle', 'reset'],
  idle: ['idle', 'selectDr'],
  selectDr: ['captureDr', 'selectIr'],
  captureDr: ['shiftDr', 'exit1Dr'],
  shiftDr: ['shiftDr', 'exit1Dr'],
  exit1Dr: ['pauseDr', 'updateDr'],
  pauseDr: ['pauseDr', 'exit2Dr'],
  exit2Dr: ['shiftDr', 'updateDr'],
  updateDr: ['idle', 'selectDr'],
  selectIr: ['captureIr', 'reset'],
  captureIr: ['shiftIr', 'exit1Ir'],
  shiftIr: ['shiftIr', 'exit1Ir'],
  exit1Ir: ['pauseIr', 'updateIr'],
  pauseIr: ['pauseIr', 'exit2Ir'],
  exit2Ir: ['shiftIr', 'updateIr'],
  updateIr: ['idle', 'selectDr'],
} as const;

const IDCODE = 0x4ba00477;
const IR_BITS = 4;

/** The wires: bits in and out at rising clock edges. */
class Wire {
  private clock = 0;
  private state: TapState = 'reset';
  private instruction = 0xe;
  private shift: number[] = [];

  constructor(private readonly debugPort: DebugPort) {}

  /** One command of the remote_bitbang protocol; what is answered to it. */
  take(letter: string): string {
    if (letter === 'R') return String(this.shift[0] ?? 0);
    const pins = '01234567'.indexOf(letter);
    if (pins < 0) return '';
    const clock = pins >> 2;
    if (clock === 1 && this.clock === 0) this.edge((pins >> 1) & 1, pins & 1);
    this.clock = clock;
    return '';
  }

  private edge(tms: number, tdi: number): void {
    if (this.state === 'captureIr') this.shift = bitsOf(1, IR_BITS);
    else if (this.state === 'captureDr') this.shift = this.captured();
    else if (this.state === 'shiftDr' || this.state === 'shiftIr') {
      this.shift.shift();
      this.shift.push(tdi);
    }
    this.state = TAP[this.state][tms === 1 ? 1 : 0];
    if (this.state === 'reset') this.instruction = 0xe;
    else if (this.state === 'updateIr') this.instruction = wordOf(this.shift);
    else if (this.state === 'updateDr') this.update();
  }

  private get access(): 'dp' | 'ap' | null {
    if (this.instruction === 0xa) return 'dp';
    return this.instruction === 0xb ? 'ap' : null;
  }

  private captured(): number[] {
    if (this.access) return [...bitsOf(2, 3), ...bitsOf(this.debugPort.result, 32)];
    if (this.instruction === 0xe) return bitsOf(IDCODE, 32);
    return this.instruction === 0x8 ? bitsOf(0, 35) : [0];
  }

  private update(): void {
    if (!this.access || this.shift.length !== 35) return;
    const [isRead = 0, a2 = 0, a3 = 0, ...word] = this.shift;
    const request = { isAp: this.access === 'ap', address: (a2 << 2) | (a3 << 3) };
    if (isRead === 1) this.debugPort.read(request);
    else this.debugPort.write(request, wordOf(word));
  }
}

interface Request {
  readonly isAp: boolean;
  readonly address: number;
}

/** An ADIv5 JTAG debug port with one AHB-AP at number 0. */
class DebugPort {
  /** What the last read came to; it is shifted out with the next access. */
  result = 0;
  private hasFaulted = false;
  private power = 0;
  private select = 0;
  private csw = 0;
  private tar = 0;

  constructor(private readonly memory: MemoryBlock) {}

  read({ isAp, address }: Request): void {
    if (isAp) this.result = this.hasFaulted ? 0 : this.readAp((this.select & 0xf0) | address);
    else if (address === 4) {
      const acknowledged = (this.power & 0x50000000) << 1;
      this.result = (this.power | acknowledged | (this.hasFaulted ? 0x20 : 0)) >>> 0;
    } else if (address === 8) this.result = this.select;
    // RDBUFF: the result as it is.
  }

  write({ isAp, address }: Request, word: number): void {
    if (isAp) {
      if (!this.hasFaulted) this.writeAp((this.select & 0xf0) | address, word);
    } else if (address === 4) {
      this.power = word & 0x50000000;
      if ((word & 0x20) !== 0) this.hasFaulted = false;
    } else if (address === 8) this.select = word;
  }

  private readAp(register: number): number {
    if (this.select >>> 24 !== 0) return 0;
    switch (register) {
      case 0x00:
        return (this.csw | 0x40) >>> 0;
      case 0x04:
        return this.tar;
      case 0x0c:
        return this.access(null);
      case 0xfc:
        return 0x24770011;
      case 0xf8:
        return 0xffffffff;
      default:
        return 0;
    }
  }

  private writeAp(register: number, word: number): void {
    // Packed transfers are not offered.
    if (register === 0x00) this.csw = (word & ~0x30) | ((word & 0x30) === 0 ? 0 : 0x10);
    else if (register === 0x04) this.tar = word;
    else if (register === 0x0c) this.access(word);
  }

  /** One transfer at TAR, on the byte lanes of its address. */
  private access(word: number | null): number {
    const sizeBytes = 1 << Math.min(2, this.csw & 7);
    const { address, bytes } = this.memory;
    const start = (this.tar >>> 0) - address;
    if (start < 0 || start + sizeBytes > bytes.length) {
      this.hasFaulted = true;
      return 0;
    }
    let value = 0;
    for (let i = 0; i < sizeBytes; i += 1) {
      const lane = 8 * ((this.tar + i) & 3);
      if (word === null) value |= (bytes[start + i] ?? 0) << lane;
      else bytes[start + i] = (word >>> lane) & 0xff;
    }
    if ((this.csw & 0x30) !== 0) this.tar = (this.tar + sizeBytes) >>> 0;
    return value >>> 0;
  }
}

/** Least significant bit first. */
function bitsOf(word: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index < 32 ? (word >>> index) & 1 : 0));
}

function wordOf(bits: readonly number[]): number {
  return bits.reduce((word, bit, index) => word | (bit << index), 0) >>> 0;
}
