import { BenchError, isBenchError } from '../base/bench-error.js';
import type { MemoryBlock, MemoryRange } from '../base/memory.js';
import { printable } from '../base/printable.js';
import type { MemorySource } from './memory-source.js';
import { startProcessGroup, type ProcessGroup } from './process-group.js';
import { pause } from './wait-for.js';

const START_TIMEOUT_MS = 20_000;
const TRY_EVERY_MS = 200;

/** A memory source behind a debug server that is started first and ended afterwards. */
export class ServedMemory implements MemorySource {
  readonly name: string;
  private group: ProcessGroup | null = null;
  private source: MemorySource | null = null;

  /** `make` gives a new source for each try: one object is one connection. */
  constructor(
    name: string,
    private readonly command: string,
    private readonly cwd: string,
    private readonly make: () => MemorySource,
  ) {
    this.name = name;
  }

  get warnings(): readonly string[] {
    return this.source?.warnings ?? [];
  }

  get wasRunning(): boolean {
    return this.source?.wasRunning === true;
  }

  async open(signal: AbortSignal): Promise<void> {
    const group = startProcessGroup(this.command, this.cwd);
    this.group = group;
    try {
      await this.connect(group, signal);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async read(range: MemoryRange, signal: AbortSignal): Promise<MemoryBlock> {
    return await this.opened().read(range, signal);
  }

  async write(block: MemoryBlock, signal: AbortSignal): Promise<void> {
    await this.opened().write(block, signal);
  }

  async close(): Promise<void> {
    await this.source?.close();
    await this.group?.end();
  }

  /** Tries until the server listens. */
  private async connect(group: ProcessGroup, signal: AbortSignal): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += TRY_EVERY_MS) {
      await pause(TRY_EVERY_MS, signal, `starting ${this.command}`);
      const { exitCode, signalCode } = group.child;
      if (exitCode !== null || signalCode !== null) {
        const said = group.stderr().split('\n').slice(-3).map(printable).join(' / ');
        throw new BenchError('PROGRAM_FAILED', 'the debug server ended before it listened', {
          why: `${printable(this.command)}: ${said === '' ? 'it printed nothing' : said}`,
        });
      }
      const source = this.make();
      try {
        await source.open(signal);
        this.source = source;
        return;
      } catch (error) {
        const isEarly = isBenchError(error, 'PORT_GONE') && waitedMs < START_TIMEOUT_MS;
        if (!isEarly) throw error;
      }
    }
  }

  private opened(): MemorySource {
    if (this.source) return this.source;
    throw new BenchError('LINK_LOST', `the connection to ${this.name} is not open`);
  }
}
