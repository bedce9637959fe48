import { toCount, type Count } from '../base/count.js';

/** A text that is not JSON, with where that shows (offset in UTF-16 units). */
export class JsonSyntaxError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export type JsonToken =
  | { readonly kind: '{' | '}' | '[' | ']' | ',' | ':' | 'end'; readonly offset: number }
  | {
      readonly kind: 'value';
      readonly offset: number;
      readonly value: string | Count | boolean | null;
    };

const NUMBER = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/;
// Most texts are names and numbers and need no second look.
const PLAIN = /^[\w ./-]*$/;
const WORDS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const MAX_DIGITS = 40;
/** Whole numbers this long are exact as they are. */
const SAFE_DIGITS = 15;

/** Splits JSON text (RFC 8259) into tokens, one a call. Errors: JsonSyntaxError. */
export class JsonTokens {
  private offset = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  next(): JsonToken {
    while (isBlank(this.text.charCodeAt(this.offset))) this.offset += 1;
    const { offset } = this;
    const char = this.text[offset];
    switch (char) {
      case undefined:
        return { kind: 'end', offset };
      case '{':
      case '}':
      case '[':
      case ']':
      case ',':
      case ':':
        this.offset += 1;
        return { kind: char, offset };
      case '"':
        return { kind: 'value', offset, value: this.string(offset) };
      default:
        return { kind: 'value', offset, value: this.scalar(offset, char) };
    }
  }

  private string(offset: number): string {
    let end = offset;
    let slashes: number;
    do {
      end = this.text.indexOf('"', end + 1);
      if (end < 0) throw new JsonSyntaxError('a text that is not closed', offset);
      for (slashes = 0; this.text[end - 1 - slashes] === '\\';) slashes += 1;
    } while (slashes % 2 === 1);
    this.offset = end + 1;
    const inner = this.text.slice(offset + 1, end);
    if (PLAIN.test(inner)) return inner;
    const value = parseString(this.text.slice(offset, end + 1));
    if (value === null) {
      throw new JsonSyntaxError('a text with a control character or a wrong escape', offset);
    }
    if (/\p{Surrogate}/u.test(value)) {
      throw new JsonSyntaxError('a text with half a character (a lone surrogate)', offset);
    }
    return value;
  }

  private scalar(offset: number, char: string): Count | boolean | null {
    if (char === 't' || char === 'f' || char === 'n') {
      for (const [word, value] of WORDS) {
        if (this.text.startsWith(word, offset)) {
          this.offset += word.length;
          return value;
        }
      }
    }
    const match = NUMBER.exec(this.text.slice(offset, offset + MAX_DIGITS + 1));
    if (!match) {
      throw new JsonSyntaxError(`${JSON.stringify(char)} where a value should be`, offset);
    }
    this.offset += match[0].length;
    if (match[0].length > MAX_DIGITS) {
      throw new JsonSyntaxError(`a number of more than ${MAX_DIGITS} digits`, offset);
    }
    const isWhole = match[1] === undefined && match[2] === undefined;
    return isWhole && match[0].length > SAFE_DIGITS ? toCount(BigInt(match[0])) : Number(match[0]);
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function parseString(quoted: string): string | null {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
