import type { MemoryLink } from '../../src/link/memory-link.js';

/** What the scripted gdb's target is like; changed by the test and by what gdb is asked. */
export interface MiTarget {
  isRunning: boolean;
  /** Commands are taken and not answered. */
  isStalled: boolean;
  /** Why it stops when interrupted; gdb's own words. */
  stopReason: string;
  readonly commands: string[];
  readonly read: (address: number, sizeBytes: number) => Uint8Array | null;
}

const RUNNING =
  'Cannot execute this command while the target is running.\\nUse the \\"interrupt\\" command to stop the target\\nand then try again.';
const INTERRUPTED = 'reason="signal-received",signal-name="SIGINT",signal-meaning="Interrupt"';

/** A target that stands still, with the memory given. */
export function miTarget(read: MiTarget['read']): MiTarget {
  return { isRunning: false, isStalled: false, stopReason: INTERRUPTED, commands: [], read };
}

/** The other end of a link answers as gdb 13.1 does after `new-ui mi3`. */
export function answerAsGdb(link: MemoryLink, target: MiTarget): void {
  let pending = '';
  link.far.onBytes = (bytes) => {
    pending += Buffer.from(bytes).toString('latin1');
    const lines = pending.split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      const [, token = '', command = ''] = /^(\d*)(.*)$/.exec(line) ?? [];
      if (command !== '') target.commands.push(command);
      if (target.isStalled && command !== '') continue;
      const said = command === '' ? [] : answer(target, token, command);
      link.far.send(Buffer.from([...said, '(gdb) ', ''].join('\n'), 'latin1'));
      if (command === '-exec-interrupt') {
        target.isRunning = false;
        const stop = `~"\\nProgram"\n*stopped,${target.stopReason},thread-id="1",stopped-threads="all"\n`;
        link.far.send(Buffer.from(stop, 'latin1'));
      }
    }
  };
}

function answer(target: MiTarget, token: string, command: string): readonly string[] {
  if (command === '-exec-interrupt') return [`${token}^done`];
  if (target.isRunning) return [`${token}^error,msg="${RUNNING}"`];
  if (command === '-thread-info') {
    return [
      `${token}^done,threads=[{id="1",target-id="Thread 1.1",state="stopped"}],current-thread-id="1"`,
    ];
  }
  if (command === '-interpreter-exec console "continue &"') {
    target.isRunning = true;
    return ['~"Continuing.\\n"', `${token}^running`, '*running,thread-id="all"'];
  }
  const [, place = '', size = ''] = /^-data-read-memory-bytes (\S+) (\d+)$/.exec(command) ?? [];
  if (place === '')
    return [`${token}^error,msg="Undefined MI command: x",code="undefined-command"`];
  const address = Number(place);
  const bytes = target.read(address, Number(size));
  if (!bytes) return [`${token}^error,msg="Unable to read memory."`];
  const [begin, end] = [hex(address), hex(address + bytes.length)];
  const contents = Buffer.from(bytes).toString('hex');
  return [
    `${token}^done,memory=[{begin="${begin}",offset="0x00000000",end="${end}",contents="${contents}"}]`,
  ];
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}
