import type { MemoryBlock, MemoryRange } from '../base/memory.js';
import { readSimRecording, type RecordedState, type SimRecording } from './sim-recording.js';

/**
 * A simulated board: the recorded firmware's shell, letter by letter, with the state its counters
 * are in. It answers only what was recorded and says so otherwise.
 */
export class SimBoard {
  private runs = 1;
  private selftests = 0;
  private isNoisy = false;
  private hasCrashed = false;
  private lastLetter = '';
  private isOn = false;

  constructor(private readonly recording: SimRecording) {}

  /** Connecting switches the board on the first time, and again after a crash. Gives what it prints. */
  connect(): string {
    if (this.isOn && !this.hasCrashed) return '';
    this.isOn = true;
    this.hasCrashed = false;
    this.isNoisy = false;
    this.runs = 1;
    this.selftests = 0;
    this.lastLetter = '';
    return this.recording.banner;
  }

  /** What the board prints for the bytes typed. */
  type(bytes: Uint8Array): string {
    let printed = '';
    for (const byte of bytes) {
      if (this.hasCrashed) return printed;
      const isEnter = byte === 0x0d || byte === 0x0a;
      printed += isEnter ? this.enter() : String.fromCharCode(byte);
      this.lastLetter = isEnter ? '' : String.fromCharCode(byte);
    }
    return printed;
  }

  /** Recorded memory of the present state; null where nothing was recorded. */
  readMemory(range: MemoryRange): Uint8Array | null {
    const end = range.address + range.sizeBytes;
    for (const { address, bytes } of [...this.recording.constant, this.counters()]) {
      if (range.address >= address && end <= address + bytes.length) {
        return bytes.slice(range.address - address, end - address);
      }
    }
    return null;
  }

  /** Zeroes all counters; the only write to memory it knows. True when `block` is that. */
  zeroMemory(block: MemoryBlock): boolean {
    const counters = this.counters();
    const isAll =
      block.address === counters.address && block.bytes.length === counters.bytes.length;
    if (!isAll || block.bytes.some((byte) => byte !== 0)) return false;
    this.runs = 0;
    this.selftests = 0;
    return true;
  }

  private counters(): MemoryBlock {
    return { address: this.recording.counterAddress, bytes: this.state().counters };
  }

  private state(): RecordedState {
    const state = this.recording.states.get(`${this.runs}.${this.selftests}`);
    if (!state) throw new RangeError(`no recording of ${this.runs} runs, ${this.selftests} tests`);
    return state;
  }

  private enter(): string {
    const letter = this.lastLetter;
    switch (letter) {
      case 'n':
        return this.isNoisy ? this.state().noisy : this.state().n;
      case 'z':
        return this.state().z;
      case 'x':
        return this.count(1, 0);
      case 'X':
        return this.count(0, 1);
      case 'r':
        this.runs = 0;
        this.selftests = 0;
        return this.reply('r');
      case 'y':
        this.isNoisy = !this.isNoisy;
        return this.reply(this.isNoisy ? 'noiseOn' : 'noiseOff');
      case 'c':
        this.hasCrashed = true;
        return this.reply('c');
      case 'm':
      case 'Z':
      case 'h':
      case 'p':
      case 'b':
        return this.note(`command ${letter} was not recorded; use n or z`);
      default:
        return this.reply(letter === '' || letter === '?' ? letter : 'unknown');
    }
  }

  private count(runs: number, selftests: number): string {
    if (!this.recording.states.has(`${this.runs + runs}.${this.selftests + selftests}`)) {
      return this.note('no more was recorded: nothing ran; r zeroes the counters');
    }
    this.runs += runs;
    this.selftests += selftests;
    return this.reply(runs > 0 ? 'x' : 'X');
  }

  private reply(key: string): string {
    return this.recording.replies[key] ?? '';
  }

  /** The simulator's own words, marked as such, then the prompt as after any command. */
  private note(text: string): string {
    return `\r\n[sim] ${text}${this.reply('')}`;
  }
}

const boards = new Map<string, Promise<SimBoard>>();

/**
 * The simulated board of that name. Like a board on the bench it is one for everybody in this
 * process: its console and its memory show the same counters, and closing a port leaves it running.
 */
export function simBoard(name: string): Promise<SimBoard> {
  let board = boards.get(name);
  if (!board) {
    board = readSimRecording().then((recording) => new SimBoard(recording));
    boards.set(name, board);
  }
  return board;
}
