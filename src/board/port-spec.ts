/** How fast a recorded log is played: as it is taken, as it was recorded, or as a line has it. */
export type ReplayPace =
  | { readonly by: 'max' }
  | { readonly by: 'recording'; readonly factor: number }
  | { readonly by: 'baud'; readonly baud: number };

/** A port as a tester writes it, taken apart. */
export type PortSpec =
  | { readonly kind: 'serial'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  /** TCP whose server quotes bytes and negotiates. */
  | { readonly kind: 'telnet'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string }
  | { readonly kind: 'exec'; readonly command: string }
  | { readonly kind: 'replay'; readonly file: string; readonly pace: ReplayPace }
  | { readonly kind: 'sim'; readonly name: string };

export const PORT_FORMS =
  'serial:/dev/NODE, tcp:HOST:PORT, telnet:HOST:PORT, unix:PATH, exec:COMMAND, replay:FILE[?speed=…] or sim:';

/**
 * Takes a console port apart; null when it has none of the known forms. A bare `/dev/…` or `COM…`
 * is a serial port.
 */
export function parsePortSpec(text: string): PortSpec | null {
  if (/^\/dev\/.|^COM\d+$/i.test(text)) return { kind: 'serial', path: text };
  const separator = text.indexOf(':');
  if (separator < 0) return null;
  const rest = text.slice(separator + 1).trim();
  const kind = text.slice(0, separator);
  if (kind === 'sim') return { kind, name: rest };
  if (rest === '') return null;
  switch (kind) {
    case 'serial':
      return { kind, path: rest };
    case 'unix':
      return { kind, path: rest };
    case 'exec':
      return { kind, command: rest };
    case 'replay':
      return parseReplay(rest);
    case 'tcp':
      return parseTcp(rest);
    case 'telnet': {
      const place = parseTcp(rest);
      return place?.kind === 'tcp' ? { ...place, kind } : null;
    }
    default:
      return null;
  }
}

/** `FILE`, or `FILE?speed=max|original|2x|BAUD`. */
function parseReplay(text: string): PortSpec | null {
  const [, file = '', speed] = /^(.*?)(?:\?speed=([^?]*))?$/s.exec(text) ?? [];
  if (file === '') return null;
  if (speed === undefined || speed === 'max') return { kind: 'replay', file, pace: { by: 'max' } };
  if (speed === 'original') return { kind: 'replay', file, pace: { by: 'recording', factor: 1 } };
  const factor = Number(/^(\d{1,4}(?:\.\d{1,3})?)x$/.exec(speed)?.[1]);
  if (factor > 0) return { kind: 'replay', file, pace: { by: 'recording', factor } };
  const baud = Number(/^\d{2,8}$/.exec(speed)?.[0]);
  return baud > 0 ? { kind: 'replay', file, pace: { by: 'baud', baud } } : null;
}

function parseTcp(address: string): PortSpec | null {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:\s]+)):(\d{1,5})$/.exec(address);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || !(port >= 1 && port <= 65535)) return null;
  return { kind: 'tcp', host, port };
}

/** One file of a RAM image and the address its first byte has on the target. */
export interface RamFile {
  readonly file: string;
  readonly address: number;
}

/** Debuggers whose prompt a tester can paste a line into that saves memory to a file. */
export const PASTE_DEBUGGERS = ['gdb', 'jlink', 'pyocd', 'openocd', 'lldb'] as const;
export type PasteDebugger = (typeof PASTE_DEBUGGERS)[number];

/** A memory source as a tester writes it, taken apart. */
export type MemorySpec =
  | Extract<PortSpec, { kind: 'tcp' | 'unix' | 'serial' | 'sim' }>
  | { readonly kind: 'ram'; readonly files: readonly RamFile[] }
  /** The tester's own gdb; `path` is a terminal of theirs, null for one that is made. */
  | { readonly kind: 'mi'; readonly path: string | null }
  /** The Tcl port of OpenOCD. */
  | { readonly kind: 'openocd'; readonly host: string; readonly port: number }
  /** Lines to paste into a debugger; `folder` is where its files go, null for a temporary one. */
  | { readonly kind: 'paste'; readonly debugger: PasteDebugger; readonly folder: string | null };

export const MEMORY_FORMS =
  'tcp:HOST:PORT, unix:PATH or serial:/dev/NODE of a GDB server, mi:, openocd:HOST:PORT, ' +
  `paste:${PASTE_DEBUGGERS.join('|')}, sim: or ram:FILE@0xADDRESS[,FILE@0xADDRESS…]`;

/** Takes a memory source apart; null when it has none of the known forms. */
export function parseMemorySpec(text: string): MemorySpec | null {
  if (text.startsWith('ram:')) return parseRam(text.slice('ram:'.length));
  if (text.startsWith('paste:')) return parsePaste(text.slice('paste:'.length));
  if (text.startsWith('openocd:')) {
    const place = parseTcp(text.slice('openocd:'.length).trim());
    return place?.kind === 'tcp' ? { ...place, kind: 'openocd' } : null;
  }
  if (text.startsWith('mi:')) return { kind: 'mi', path: text.slice('mi:'.length).trim() || null };
  const spec = parsePortSpec(text);
  if (spec?.kind === 'exec' || spec?.kind === 'replay' || spec?.kind === 'telnet') return null;
  return spec;
}

function parsePaste(text: string): MemorySpec | null {
  const [, name, folder] = /^([a-z]+)(?::(.+))?$/.exec(text) ?? [];
  const known = PASTE_DEBUGGERS.find((one) => one === name);
  return known ? { kind: 'paste', debugger: known, folder: folder ?? null } : null;
}

function parseRam(text: string): MemorySpec | null {
  const files: RamFile[] = [];
  // A file name may hold commas and @ itself: only "@number" before a comma or the end divides.
  const part = /(.+?)@(0x[0-9a-fA-F]{1,13}|\d{1,15})(?:,|$)/gy;
  let end = 0;
  for (const match of text.matchAll(part)) {
    files.push({ file: match[1] ?? '', address: Number(match[2]) });
    end = match.index + match[0].length;
  }
  return files.length > 0 && end === text.length && !text.endsWith(',')
    ? { kind: 'ram', files }
    : null;
}

/** True for addresses of this machine; no name is looked up. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|0:0:0:0:0:0:0:1)$/i.test(host);
}
