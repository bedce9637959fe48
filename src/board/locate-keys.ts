/** A place in a text, both counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export interface KeyPlace {
  readonly key: TextPlace;
  readonly value: TextPlace;
}

/** One way to write a path as a map key; array elements are numbered. */
export function pathKey(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

const BARE = /[A-Za-z0-9_-]/;

/**
 * Finds where every key of a TOML document stands, by `pathKey` of its path. For text that a TOML
 * parser has already accepted: it keeps no rules of its own and only follows the structure. Tables
 * have the place of their header, elements of arrays that of their value.
 */
export function locateKeys(text: string): ReadonlyMap<string, KeyPlace> {
  return new KeyScanner(text).scan();
}

/** An array or inline table that is open at the moment. */
interface Nest {
  readonly close: ']' | '}';
  readonly path: readonly string[];
  index: number;
}

class KeyScanner {
  private readonly places = new Map<string, KeyPlace>();
  private readonly lineStarts: number[] = [0];
  private readonly arrayTables = new Map<string, number>();
  private at = 0;

  constructor(private readonly text: string) {
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      this.lineStarts.push(i + 1);
    }
  }

  scan(): ReadonlyMap<string, KeyPlace> {
    let table: readonly string[] = [];
    while (this.skipSpace()) {
      const start = this.at;
      if (this.text[this.at] === '[') table = this.tableHeader();
      else this.pair(table);
      if (this.at === start) this.at += 1;
    }
    return this.places;
  }

  private tableHeader(): readonly string[] {
    const place = this.place(this.at);
    const isArray = this.text[this.at + 1] === '[';
    this.at += isArray ? 2 : 1;
    let path = this.withIndexes(this.keyPath());
    if (isArray) {
      const name = pathKey(path);
      const index = (this.arrayTables.get(name) ?? -1) + 1;
      this.arrayTables.set(name, index);
      this.note(path, place, place);
      path = [...path, String(index)];
    }
    this.note(path, place, place);
    while (this.text[this.at] === ']') this.at += 1;
    return path;
  }

  /** `[a.b]` after `[[a]]` is a table of a's newest element. */
  private withIndexes(keys: readonly string[]): string[] {
    const path: string[] = [];
    keys.forEach((key, position) => {
      path.push(key);
      const index = this.arrayTables.get(pathKey(path));
      if (index !== undefined && position < keys.length - 1) path.push(String(index));
    });
    return path;
  }

  private pair(table: readonly string[]): void {
    const path = this.keyAndEquals(table);
    this.value(path);
  }

  /** Reads `a.b =`, notes the key's place and gives the path. */
  private keyAndEquals(table: readonly string[]): readonly string[] {
    this.skipSpace();
    const key = this.place(this.at);
    const path = [...table, ...this.keyPath()];
    if (this.text[this.at] === '=') this.at += 1;
    this.skipBlanks();
    for (let depth = table.length + 1; depth < path.length; depth += 1) {
      const parent = path.slice(0, depth);
      if (!this.places.has(pathKey(parent))) this.note(parent, key, key);
    }
    this.note(path, key, this.place(this.at));
    return path;
  }

  /** One value with everything nested in it, without recursion. */
  private value(path: readonly string[]): void {
    const nests: Nest[] = [];
    let current = path;
    for (;;) {
      const char = this.text[this.at];
      const start = this.at;
      if (char === '[' || char === '{') {
        this.at += 1;
        nests.push({ close: char === '[' ? ']' : '}', path: current, index: 0 });
      } else if (char === '"' || char === "'") this.skipString(char);
      else this.skipWord();
      // Never stand still, whatever the text is.
      if (this.at === start) this.at += 1;
      const next = this.nextValue(nests);
      if (!next) return;
      current = next;
    }
  }

  /** Moves to the next value inside the open nests; null when the outermost value is over. */
  private nextValue(nests: Nest[]): readonly string[] | null {
    for (;;) {
      const nest = nests.at(-1);
      if (!nest || !this.skipSpace()) return null;
      const char = this.text[this.at];
      if (char === nest.close) {
        this.at += 1;
        nests.pop();
      } else if (char === ',') this.at += 1;
      else if (nest.close === '}') {
        const before = this.at;
        const path = this.keyAndEquals(nest.path);
        if (this.at === before) return null;
        return path;
      } else {
        const path = [...nest.path, String(nest.index)];
        nest.index += 1;
        this.note(path, this.place(this.at), this.place(this.at));
        return path;
      }
    }
  }

  private keyPath(): string[] {
    const path: string[] = [];
    for (;;) {
      this.skipBlanks();
      const char = this.text[this.at];
      const start = this.at;
      if (char === '"' || char === "'") {
        this.skipString(char);
        path.push(unquote(this.text.slice(start, this.at)));
      } else {
        while (BARE.test(this.text[this.at] ?? '')) this.at += 1;
        path.push(this.text.slice(start, this.at));
      }
      this.skipBlanks();
      if (this.text[this.at] !== '.' || this.at === start) return path;
      this.at += 1;
    }
  }

  private skipString(quote: string): void {
    const fence = quote.repeat(3);
    const isLong = this.text.startsWith(fence, this.at);
    const end = isLong ? fence : quote;
    this.at += end.length;
    while (this.at < this.text.length && !this.text.startsWith(end, this.at)) {
      this.at += quote === '"' && this.text[this.at] === '\\' ? 2 : 1;
    }
    this.at += end.length;
    // A long string may end in up to two quotes of its own.
    if (isLong) while (this.text[this.at] === quote) this.at += 1;
  }

  private skipWord(): void {
    while (this.at < this.text.length && !/[,\]}\n#]/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  private skipBlanks(): void {
    while (/[ \t]/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  /** Skips blanks, line ends and comments; false at the end of the text. */
  private skipSpace(): boolean {
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? '';
      if (char === '#') {
        const end = this.text.indexOf('\n', this.at);
        this.at = end < 0 ? this.text.length : end;
      } else if (/[\s\ufeff]/.test(char)) this.at += 1;
      else return true;
    }
    return false;
  }

  private note(path: readonly string[], key: TextPlace, value: TextPlace): void {
    this.places.set(pathKey(path), { key, value });
  }

  private place(offset: number): TextPlace {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.lineStarts[low] ?? 0) + 1 };
  }
}

function unquote(quoted: string): string {
  if (quoted.startsWith("'")) return quoted.slice(1, -1);
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : quoted;
  } catch {
    return quoted.slice(1, -1);
  }
}
