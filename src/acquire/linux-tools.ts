import { BenchError } from '../base/bench-error.js';
import { PAYLOAD_ENCODINGS, decodePayload, payloadLines } from '../wire/linux-payload.js';
import type { PayloadEncoding } from '../wire/linux-payload.js';
import { SUM_TOOLS, type SumTool } from '../wire/linux-sum.js';
import type { LinuxShell } from './linux-shell.js';
import { unpack } from './linux-unpack.js';

/** What a board has for getting bytes over a text console. */
export interface LinuxTools {
  readonly encoding: PayloadEncoding;
  readonly hasGzip: boolean;
  /** Null where the board has no checksum program: then everything is read twice. */
  readonly sum: SumTool | null;
  /** Ends `find … -exec`: many files a process, or one. */
  readonly execEnd: '+' | '\\;';
}

const MOST_TRIES = 2;
const SAMPLE = 'otto-bench\n';
const PRINT_SAMPLE = `printf 'otto-bench\\n'`;

/**
 * Finds out by trial what a board has: each program has to treat a sample right.
 * Errors: UNSUPPORTED_FORMAT when a needed one is missing, those of the shell.
 */
export async function findTools(shell: LinuxShell): Promise<LinuxTools> {
  const script = [
    ...[...PAYLOAD_ENCODINGS, ...SUM_TOOLS].map(
      ({ name, command }) => `echo =${name}=;${PRINT_SAMPLE}|${command} 2>/dev/null`,
    ),
    'echo =many=;find /dev/null -exec sh -c "echo has" x {} + 2>/dev/null',
    'echo =single=;find /dev/null -exec sh -c "echo has" x {} \\; 2>/dev/null',
    'echo =end=',
  ].join('\n');
  for (let attempt = 1; ; attempt += 1) {
    const said = sections(await shell.ask(script));
    const encoding = PAYLOAD_ENCODINGS.find((each) => isSample(said.get(each.name) ?? '', each));
    const sum = SUM_TOOLS.find(
      ({ name, read, sumOf }) => read(said.get(name) ?? '') === sumOf(Buffer.from(SAMPLE)),
    );
    const [hasMany, hasSingle] = ['many', 'single'].map((name) => said.get(name)?.includes('has'));
    // A spoilt sample looks like a missing program.
    const isWorse = !encoding || !sum || !hasMany;
    if (isWorse && attempt < MOST_TRIES) continue;
    if (!encoding) throw missing(shell, PAYLOAD_ENCODINGS.map(({ command }) => command).join(', '));
    if (!hasMany && !hasSingle) throw missing(shell, 'find with -exec');
    const packed = await shell.ask(`${PRINT_SAMPLE}|gzip -c 2>/dev/null|${encoding.command}`);
    return {
      encoding,
      sum: sum ?? null,
      execEnd: hasMany ? '+' : '\\;',
      hasGzip: isPackedSample(packed, encoding),
    };
  }
}

/** Output by the name printed before it. */
function sections(text: string): ReadonlyMap<string, string> {
  const parts = text.split(/^=([^=\n]+)=$/m);
  const found = new Map<string, string>();
  for (let at = 1; at + 1 < parts.length; at += 2) found.set(parts[at] ?? '', parts[at + 1] ?? '');
  return found;
}

function isSample(text: string, encoding: PayloadEncoding): boolean {
  const bytes = decodePayload(payloadLines(text, encoding), encoding);
  return bytes !== null && Buffer.from(bytes).toString('latin1') === SAMPLE;
}

function isPackedSample(text: string, encoding: PayloadEncoding): boolean {
  const bytes = decodePayload(payloadLines(text, encoding), encoding);
  if (bytes === null) return false;
  const unpacked = unpack(bytes);
  return unpacked !== null && Buffer.from(unpacked).toString('latin1') === SAMPLE;
}

function missing(shell: LinuxShell, what: string): BenchError {
  return new BenchError(
    'UNSUPPORTED_FORMAT',
    `the shell on ${shell.console.name} cannot print the bytes of a file`,
    {
      why: `none of these works there: ${what}`,
      hints: ['BusyBox with base64 (or od) and find is enough'],
    },
  );
}
