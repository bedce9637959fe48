import { decodePayload, payloadLines } from '../wire/linux-payload.js';
import type { LinuxShell } from './linux-shell.js';
import type { LinuxTools } from './linux-tools.js';
import { unpack } from './linux-unpack.js';

const MOST_TRIES = 4;

/** The shell command that packs and prints its standard input. */
export function printCommand({ encoding, hasGzip }: LinuxTools): string {
  return hasGzip ? `gzip -c|${encoding.command}` : encoding.command;
}

/** What `printCommand` printed, as bytes again; null when it is not whole. */
export function payloadBytes(text: string, { encoding, hasGzip }: LinuxTools): Uint8Array | null {
  const packed = decodePayload(payloadLines(text, encoding), encoding);
  return packed !== null && hasGzip ? unpack(packed) : packed;
}

/**
 * Bytes that a command of the board prints, e.g. `cat "$f"`, checked with the sum the board takes of
 * them, or read twice where it has none. Null when they never came over whole, or keep changing.
 * Errors: those of `LinuxShell.ask`.
 */
export async function readBytes(
  shell: LinuxShell,
  tools: LinuxTools,
  preparation: string,
  command: string,
  silenceMs?: number,
): Promise<Uint8Array | null> {
  const { sum } = tools;
  const summing = sum === null ? ':' : `d|${sum.command}`;
  const script = `${preparation}\nd(){ ${command}; }\n${summing}\necho ==\nd|${printCommand(tools)}`;
  let before: Uint8Array | null = null;
  for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
    const [head = '', ...rest] = (await shell.ask(script, silenceMs)).split(/^==$/m);
    const bytes = payloadBytes(rest.join('\n'), tools);
    if (bytes === null) continue;
    if (sum !== null) {
      if (sum.read(head) === sum.sumOf(bytes)) return bytes;
      continue;
    }
    if (before !== null && Buffer.compare(before, bytes) === 0) return bytes;
    before = bytes;
  }
  return null;
}
