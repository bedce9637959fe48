// Commands and options of telnet: RFC 854, 856 (binary), 857 (echo), 858 (suppress go-ahead).
const IAC = 255;
const DONT = 254;
const DO = 253;
const WONT = 252;
const WILL = 251;
const SB = 250;
const BRK = 243;
const SE = 240;
const BINARY = 0;
const ECHO = 1;
const SUPPRESS_GO_AHEAD = 3;
const CR = 0x0d;

/** What the peer may do: a console echoes, and sends bytes as they are. */
const PEER_MAY: ReadonlySet<number> = new Set([BINARY, ECHO, SUPPRESS_GO_AHEAD]);
const WE_MAY: ReadonlySet<number> = new Set([BINARY, SUPPRESS_GO_AHEAD]);

type State = 'data' | 'command' | 'option' | 'sub' | 'subCommand';

/** A break as a telnet server takes it. */
export const TELNET_BREAK: Uint8Array = Uint8Array.of(IAC, BRK);

/**
 * One side of a telnet conversation: takes negotiation out of what arrives, answers it, and quotes
 * what is sent. Nothing is quoted before the peer has spoken telnet, so that a port that carries
 * plain bytes is not disturbed.
 */
export class TelnetCodec {
  private state: State = 'data';
  private command = 0;
  private wasCr = false;
  private isTelnet = false;
  private readonly peerDoes = new Set<number>();
  private readonly weDo = new Set<number>();
  /** Asked for by us, so that the agreement is not answered again. */
  private readonly asked = new Set<string>();

  /** True once the peer has negotiated. */
  get hasNegotiated(): boolean {
    return this.isTelnet;
  }

  /** Bytes from the peer: the board's share of them, and what is to be answered. */
  take(bytes: Uint8Array): { readonly data: Uint8Array; readonly answer: Uint8Array } {
    const data: number[] = [];
    const answer: number[] = [];
    for (const byte of bytes) this.step(byte, data, answer);
    return { data: Uint8Array.from(data), answer: Uint8Array.from(answer) };
  }

  /** Bytes for the board, as they go over the wire: 255 doubled, and CR NUL unless binary. */
  quote(bytes: Uint8Array): Uint8Array {
    if (!this.isTelnet) return bytes;
    const isBinary = this.weDo.has(BINARY);
    const quoted: number[] = [];
    bytes.forEach((byte, at) => {
      quoted.push(byte);
      if (byte === IAC) quoted.push(IAC);
      if (byte === CR && !isBinary && bytes[at + 1] !== 0x0a) quoted.push(0);
    });
    return Uint8Array.from(quoted);
  }

  private step(byte: number, data: number[], answer: number[]): void {
    switch (this.state) {
      case 'data':
        if (byte === IAC) this.state = 'command';
        else this.keep(byte, data);
        return;
      case 'command':
        this.takeCommand(byte, data);
        return;
      case 'option':
        this.state = 'data';
        this.negotiate(this.command, byte, answer);
        return;
      case 'sub':
        if (byte === IAC) this.state = 'subCommand';
        return;
      case 'subCommand':
        this.state = byte === SE ? 'data' : 'sub';
    }
  }

  private takeCommand(byte: number, data: number[]): void {
    if (byte >= WILL && byte <= DONT) {
      this.command = byte;
      this.state = 'option';
    } else if (byte === SB) {
      this.state = 'sub';
    } else {
      this.state = 'data';
      if (byte === IAC) this.keep(IAC, data);
      // QEMU does not double the 255 of a board: what is no command was data.
      else if (byte < SE) data.push(IAC, byte);
    }
  }

  private keep(byte: number, data: number[]): void {
    const isPadding = this.wasCr && byte === 0 && this.isTelnet && !this.peerDoes.has(BINARY);
    this.wasCr = byte === CR;
    if (!isPadding) data.push(byte);
  }

  private negotiate(command: number, option: number, answer: number[]): void {
    if (!this.isTelnet) {
      this.isTelnet = true;
      // Dumps are bytes, not lines of text.
      this.ask(DO, BINARY, answer);
      this.ask(WILL, BINARY, answer);
    }
    // Answered only when it changes something: two polite ends would talk for ever.
    if (command === WILL || command === WONT) {
      this.settle(this.peerDoes, command === WILL, PEER_MAY, option, DO, DONT, answer);
    } else {
      this.settle(this.weDo, command === DO, WE_MAY, option, WILL, WONT, answer);
    }
  }

  private settle(
    held: Set<number>,
    isWanted: boolean,
    allowed: ReadonlySet<number>,
    option: number,
    yes: number,
    no: number,
    answer: number[],
  ): void {
    const wasAsked = this.asked.delete(`${yes} ${option}`);
    if (isWanted === held.has(option)) return;
    if (isWanted && allowed.has(option)) {
      held.add(option);
      if (!wasAsked) answer.push(IAC, yes, option);
    } else {
      held.delete(option);
      answer.push(IAC, no, option);
    }
  }

  private ask(command: number, option: number, answer: number[]): void {
    this.asked.add(`${command} ${option}`);
    answer.push(IAC, command, option);
  }
}

/** True when bytes begin as a telnet server greets: IAC WILL/WONT/DO/DONT and an option. */
export function looksLikeTelnet(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, option = IAC] = bytes;
  return first === IAC && second >= WILL && second <= DONT && option <= 50;
}
