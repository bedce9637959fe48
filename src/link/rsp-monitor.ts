import { BenchError } from '../base/bench-error.js';
import type { MemoryRange } from '../base/memory.js';
import { printable } from '../base/printable.js';
import { bytesOfRows } from './openocd-answers.js';
import type { RequestOptions, RspClient } from './rsp-client.js';

/** What OpenOCD prints into one answer without trouble. */
const DOUBT_BYTES = 512;

/**
 * Runs commands of a GDB server itself (`qRcmd`, what gdb calls `monitor`). Errors: GDB_REFUSED with
 * what the server printed, those of `RspClient.request`.
 */
export async function runMonitor(
  client: RspClient,
  name: string,
  commands: readonly string[],
  options: RequestOptions,
): Promise<void> {
  for (const command of commands) {
    const { answer, said } = await ask(client, command, options);
    if (answer === 'OK') continue;
    const told = printable(answer.slice(0, 80)) || 'nothing (not supported)';
    throw new BenchError('GDB_REFUSED', `${name} refuses "monitor ${printable(command)}"`, {
      why: `the server answered ${told}${said === '' ? '' : `: ${printable(said)}`}`,
      hints: ['a probe that finds no target prints so: check its wires and the power of the board'],
    });
  }
}

/** True when the server is OpenOCD. Errors: those of `RspClient.request`. */
export async function isOpenOcd(client: RspClient, options: RequestOptions): Promise<boolean> {
  return (await ask(client, 'version', options)).said.includes('Open On-Chip Debugger');
}

/**
 * Whether zeros that came from an OpenOCD are what the memory holds. It answers memory it could not
 * read with zeros too (unless `gdb_report_data_abort` was set before it started), but its own `mdb`
 * says so. Gives null when they are real, else what it said. Errors: those of `RspClient.request`.
 */
export async function doubtZeros(
  client: RspClient,
  range: MemoryRange,
  options: RequestOptions,
): Promise<string | null> {
  for (let done = 0; done < range.sizeBytes; done += DOUBT_BYTES) {
    const address = range.address + done;
    const sizeBytes = Math.min(DOUBT_BYTES, range.sizeBytes - done);
    const { answer, said } = await ask(
      client,
      `mdb 0x${address.toString(16)} ${sizeBytes}`,
      options,
    );
    const bytes = bytesOfRows(said, address, sizeBytes);
    if (!bytes?.every((byte) => byte === 0)) return said === '' ? answer : said;
  }
  return null;
}

async function ask(
  client: RspClient,
  command: string,
  options: RequestOptions,
): Promise<{ readonly answer: string; readonly said: string }> {
  client.takeConsole();
  const request = `qRcmd,${Buffer.from(command, 'utf8').toString('hex')}`;
  const answer = await client.request(request, options);
  const console = client.takeConsole();
  // Some send all they print as the answer itself.
  const isText = /^(?:[0-9a-fA-F]{2}){2,}$/.test(answer);
  const said = isText ? console + Buffer.from(answer, 'hex').toString('latin1') : console;
  return { answer: isText ? 'OK' : answer, said: said.trim() };
}
