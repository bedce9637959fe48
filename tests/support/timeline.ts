import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** Line number to count; pairs keep their order whatever the numbers are. */
export type TimelineLines =
  | Readonly<Record<number, number | bigint>>
  | ReadonlyMap<number, number | bigint>
  | readonly (readonly [number, number | bigint])[];

/** Line number to `[block, branch, taken]` triples. */
export type TimelineBranches = Readonly<Record<number, readonly (readonly unknown[])[]>>;

export interface CaptureSpec {
  readonly board?: string;
  readonly ticket?: string | null;
  readonly at?: string;
  readonly tier?: string;
  readonly base?: string;
  /** One id for all files, ids by path, or null; without it the id in `rev`. */
  readonly blob?: string | null | Readonly<Record<string, string>>;
  readonly rev?: string;
  readonly displayName?: string | null;
  readonly note?: string | null;
  readonly labs?: readonly string[];
  readonly tester?: readonly [string, string] | null;
  readonly branches?: Readonly<Record<string, TimelineBranches>>;
  readonly dirtyRemap?: boolean;
  readonly commit?: boolean;
  readonly name?: string;
  readonly drop?: readonly string[];
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface TracefileRecord {
  /** Absolute, or relative to the project folder, or `raw:TEXT`. */
  readonly path: string;
  readonly lines: TimelineLines;
  readonly branches?: TimelineBranches;
}

export interface TracefileSpec {
  readonly name?: string;
  readonly eol?: string;
  readonly end?: boolean;
}

/**
 * Writes a git repository whose object ids are the same on every machine: fixed identity, fixed
 * settings, and a clock that moves on one hour a commit from 2026-01-01.
 */
export class Timeline {
  readonly out: string;
  readonly home: string;
  repo: string;
  /** The folder that owns `.otto`; below `repo` in a monorepo. */
  sut: string;
  private clockMs = Date.UTC(2026, 0, 1);

  constructor(out: string) {
    this.out = out;
    this.home = join(out, 'home');
    mkdirSync(this.home, { recursive: true });
    writeFileSync(join(this.home, '.gitconfig'), '');
    this.repo = join(out, 'repo');
    this.sut = this.repo;
  }

  /** The environment git runs in; `extra` wins. */
  env(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
    const when = new Date(this.clockMs).toISOString().replace('.000Z', '+00:00');
    return {
      PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
      HOME: this.home,
      LANG: 'C.UTF-8',
      GIT_CONFIG_GLOBAL: join(this.home, '.gitconfig'),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.test',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.test',
      GIT_AUTHOR_DATE: when,
      GIT_COMMITTER_DATE: when,
      ...extra,
    };
  }

  /** Runs git in `repo` and gives its trimmed output; a non-zero exit is an error. */
  git(...args: string[]): string {
    return this.gitIn(this.repo, args);
  }

  gitIn(
    cwd: string,
    args: readonly string[],
    options: { env?: Readonly<Record<string, string>>; input?: string | Uint8Array } = {},
  ): string {
    const child = spawnSync('git', [...args], {
      cwd,
      env: this.env(options.env),
      input: options.input,
      timeout: 60_000,
      maxBuffer: 64 * 1024 * 1024,
    });
    if (child.error) throw child.error;
    if (child.status !== 0) {
      throw new Error(`git ${args.join(' ')}: exit ${child.status}: ${child.stderr.toString()}`);
    }
    return child.stdout.toString('utf8').trim();
  }

  init(options: { args?: readonly string[]; sut?: string } = {}): this {
    mkdirSync(this.repo, { recursive: true });
    this.git('init', '-q', '-b', 'main', ...(options.args ?? []));
    this.git('config', 'gc.auto', '0');
    this.git('config', 'core.autocrlf', 'false');
    if (options.sut !== undefined) {
      this.sut = join(this.repo, options.sut);
      mkdirSync(this.sut, { recursive: true });
    }
    return this;
  }

  tick(hours = 1): void {
    this.clockMs += hours * 3_600_000;
  }

  /** Writes a file below the project folder (or `base`) and gives its path. */
  write(path: string, content: string | Uint8Array, base = this.sut): string {
    const target = join(base, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    return target;
  }

  read(path: string): string {
    return readFileSync(join(this.sut, path), 'utf8');
  }

  /** Replaces the first `old` in a file, which must be there. */
  sub(path: string, old: string, replacement: string): void {
    const text = this.read(path);
    if (!text.includes(old)) throw new Error(`${JSON.stringify(old)} is not in ${path}`);
    this.write(
      path,
      text.replace(old, () => replacement),
    );
  }

  /** Commits the whole tree (or, with `add: false`, the index) and gives the commit id. */
  commit(message = 'change', options: { add?: boolean } = {}): string {
    if (options.add !== false) this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', message);
    this.tick();
    return this.head();
  }

  head(): string {
    return this.git('rev-parse', 'HEAD');
  }

  settings(text: string): void {
    this.write('.otto/settings.toml', text);
  }

  /** Makes everything unreachable really go. */
  prune(branch?: string): void {
    if (branch !== undefined) this.git('branch', '-q', '-D', branch);
    this.git('reflog', 'expire', '--expire=now', '--all');
    this.git('gc', '-q', '--prune=now');
  }

  chmod(path: string, mode: number): void {
    chmodSync(join(this.sut, path), mode);
  }

  /** Writes a capture into the store, commits it, and gives its file name. */
  cap(
    files: Readonly<Record<string, TimelineLines>> | ReadonlyMap<string, TimelineLines>,
    spec: CaptureSpec = {},
  ): string {
    const board = spec.board ?? 'bench-1';
    const ticket = spec.ticket === undefined ? 'PROJ-1' : spec.ticket;
    const base = spec.base ?? this.head();
    const records = new Map<string, unknown>();
    for (const [path, lines] of files instanceof Map ? files : Object.entries(files)) {
      records.set(path, {
        blob: this.blobOf(path, spec),
        lines: new Map(pairsOf(lines).map(([line, count]) => [String(line), count])),
        branches: spec.branches?.[path] ?? {},
      });
    }
    const tester = spec.tester === undefined ? ['ada', 'ada@example.test'] : spec.tester;
    const document = new Map<string, unknown>([
      ['schema', 2],
      ['tier', spec.tier ?? 'manual'],
      ['base_commit', base],
      ['dirty_remap', spec.dirtyRemap ?? false],
      ['captured_at', spec.at ?? '2026-02-01T10:00:00Z'],
      ['tester', tester === null ? null : { name: tester[0], email: tester[1] }],
      ['ticket', ticket],
      ['note', spec.note ?? null],
      ['labs', spec.labs ?? ['lab1']],
      ['board', board],
      ['display_name', spec.displayName ?? null],
      ['files', records],
    ]);
    for (const key of spec.drop ?? []) document.delete(key);
    for (const [key, value] of Object.entries(spec.extra ?? {})) document.set(key, value);
    const at = document.get('captured_at');
    const stamp = (typeof at === 'string' ? at : '').replaceAll(/[-:]/g, '');
    const name = spec.name ?? `${stamp}-${slug(ticket ?? 'no-ticket')}-${slug(board)}.json`;
    this.write(`.otto/coverage/manual/${name}`, indentedJson(document));
    if (spec.commit !== false) {
      this.gitIn(this.sut, ['add', '-A', '--', '.otto']);
      this.gitIn(this.sut, ['commit', '-q', '-m', `evidence ${ticket ?? 'None'}`, '--', '.otto']);
      this.tick();
    }
    return name;
  }

  /** Writes an LCOV tracefile beside the repository and gives its path. */
  info(records: readonly TracefileRecord[], spec: TracefileSpec = {}): string {
    const rows = ['TN:'];
    for (const record of records) {
      const { path } = record;
      const isPlain = !path.startsWith('raw:') && !isAbsolute(path);
      rows.push(`SF:${(isPlain ? join(this.sut, path) : path).replace('raw:', '')}`);
      for (const [line, count] of pairsOf(record.lines)) rows.push(`DA:${line},${count}`);
      for (const [line, triples] of Object.entries(record.branches ?? {})) {
        for (const triple of triples) rows.push(`BRDA:${line},${triple.join(',')}`);
      }
      if (spec.end !== false) rows.push('end_of_record');
    }
    const eol = spec.eol ?? '\n';
    const target = join(this.out, spec.name ?? 'board.info');
    writeFileSync(target, rows.join(eol) + eol);
    return target;
  }

  private blobOf(path: string, spec: CaptureSpec): string | null {
    const { blob } = spec;
    if (blob === null || typeof blob === 'string') return blob;
    if (blob !== undefined) return blob[path] ?? null;
    return this.gitIn(this.sut, ['rev-parse', `${spec.rev ?? 'HEAD'}:./${path}`]);
  }
}

function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'x'
  );
}

function pairsOf(lines: TimelineLines): (readonly [number, number | bigint])[] {
  if (lines instanceof Map) return [...lines];
  if (Array.isArray(lines)) return [...(lines as readonly (readonly [number, number])[])];
  return Object.entries(lines as Readonly<Record<number, number>>).map(
    ([line, count]) => [Number(line), count] as const,
  );
}

/** JSON with an indent of two and no final newline; maps keep their order. */
export function indentedJson(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  const wrap = (open: string, items: readonly string[], close: string): string =>
    items.length === 0 ? open + close : `${open}\n${items.join(',\n')}\n${indent}${close}`;
  if (Array.isArray(value)) {
    return wrap(
      '[',
      value.map((item) => inner + indentedJson(item, inner)),
      ']',
    );
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'object' && value !== null) {
    const entries = value instanceof Map ? [...value] : Object.entries(value);
    return wrap(
      '{',
      entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${indentedJson(item, inner)}`),
      '}',
    );
  }
  return JSON.stringify(value);
}

/** A small driver; its executed lines and their counts are in `UART_HITS`. */
export const UART = `#include "uart.h"

static int ready(struct uart *u)
{
    return u->sr & UART_TXE;
}

int uart_put(struct uart *u, int c)
{
    int spin = 0;
    while (!ready(u)) {
        if (++spin > LIMIT)
            return -1;
    }
    u->dr = c;
    return 0;
}

int uart_get(struct uart *u)
{
    if (!(u->sr & UART_RXNE))
        return -1;
    return u->dr & 0xff;
}
`;
export const UART_HITS: Readonly<Record<number, number>> = {
  5: 40,
  10: 7,
  11: 40,
  12: 33,
  13: 0,
  15: 7,
  16: 7,
  21: 3,
  22: 1,
  23: 2,
};

export const SPI = `int spi_init(void)
{
    enable_clock();
    set_mode(0);
    return 0;
}

int spi_xfer(int v)
{
    write_dr(v);
    wait_idle();
    return read_dr();
}
`;
export const SPI_HITS: Readonly<Record<number, number>> = { 3: 1, 4: 1, 5: 1, 10: 9, 11: 9, 12: 9 };

/** `count` one-line functions. */
export function filler(count: number, tag = 'f'): string {
  let text = '';
  for (let index = 0; index < count; index += 1) {
    text += `int ${tag}_${index}(void) { return ${index}; }\n`;
  }
  return text;
}

/** The folder of reference data beside the checkout, or null where it is not. */
export function referenceFolder(kind: string): string | null {
  const folder = join(import.meta.dirname, '..', '..', '..', 'shared', kind);
  return existsSync(folder) ? folder : null;
}
