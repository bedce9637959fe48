/** A line of GDB/MI, as far as reading memory needs it. */
export interface MiRecord {
  /** The number of the command that is answered, or null. */
  readonly token: number | null;
  /** `^` result, `*` state of the target, `=` news, `~` `@` `&` text. */
  readonly kind: '^' | '*' | '=' | '~' | '@' | '&';
  /** `done`, `error`, `running`, `stopped`…; empty for text. */
  readonly name: string;
  /** What follows, as it came. */
  readonly rest: string;
}

/** Takes a line apart; null for the `(gdb)` prompt and whatever is no record. */
export function parseMiRecord(line: string): MiRecord | null {
  const [, token, kind, name = '', rest = ''] =
    /^(\d{1,9})?(?:([\^*=])([a-z-]+),?|(?=[~@&]"))(.*)$/s.exec(line) ?? [];
  const found = kind ?? (token === undefined ? line[0] : undefined);
  if (!isKind(found)) return null;
  return {
    token: token === undefined ? null : Number(token),
    kind: found,
    name,
    rest: kind === undefined ? line.slice(1) : rest,
  };
}

/** The text of the first field of that name, escapes undone; null when there is none. */
export function miField(rest: string, name: string): string | null {
  const match = new RegExp(`(?:^|[,{\\[])${name}="((?:[^"\\\\]|\\\\.)*)"`, 's').exec(rest);
  return match?.[1] === undefined ? null : unescaped(match[1]);
}

/** The pieces of `memory=[{begin="0x…",…,contents="…"}]`; gdb leaves out what it cannot read. */
export function miMemory(
  rest: string,
): readonly { readonly address: number; readonly bytes: Buffer }[] {
  const piece =
    /\{begin="(0x[0-9a-f]+)",offset="0x[0-9a-f]+",end="0x[0-9a-f]+",contents="([0-9a-f]*)"\}/gi;
  return [...rest.matchAll(piece)].map(([, begin = '', contents = '']) => ({
    address: Number(begin),
    bytes: Buffer.from(contents, 'hex'),
  }));
}

function isKind(text: string | undefined): text is MiRecord['kind'] {
  return text !== undefined && /^[\^*=~@&]$/.test(text);
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_all, letter: string) => (letter === 'n' ? '\n' : letter));
}
