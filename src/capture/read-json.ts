import { JsonSyntaxError, JsonTokens, type JsonToken } from './json-tokens.js';
import type { JsonPath, JsonValue } from './json-value.js';

interface Frame {
  readonly object: Map<string, JsonValue> | null;
  readonly array: JsonValue[];
  key: string | null;
}

const MAX_DEPTH = 64;

/**
 * Reads JSON strictly: whole numbers exact, keys in their order, a key given twice refused, nothing
 * after the value. `onValue` hears where each value starts, and ends the reading with false. The stack is our own and bounded, so
 * no nesting can exhaust the engine's. Errors: JsonSyntaxError.
 */
export function readJson(
  text: string,
  onValue?: (path: () => JsonPath, offset: number) => boolean,
): JsonValue {
  const tokens = new JsonTokens(text);
  const frames: Frame[] = [];
  let token = tokens.next();
  for (;;) {
    // A value is due here.
    if (onValue?.(() => pathOf(frames), token.offset) === false) return null;
    let value: JsonValue;
    if (token.kind === '{' || token.kind === '[') {
      if (frames.length >= MAX_DEPTH) throw new JsonSyntaxError('too deeply nested', token.offset);
      const frame: Frame = { object: token.kind === '{' ? new Map() : null, array: [], key: null };
      const opened = token;
      token = tokens.next();
      const isEmpty = token.kind === (opened.kind === '{' ? '}' : ']');
      if (!isEmpty) {
        frames.push(frame);
        if (frame.object) token = readKey(tokens, token, frame);
        continue;
      }
      value = frame.object ?? frame.array;
    } else if (token.kind === 'value') value = token.value;
    else throw new JsonSyntaxError(`${nameOf(token)} where a value should be`, token.offset);

    // The value is complete; so may be what it lies in.
    token = tokens.next();
    for (;;) {
      const frame = frames.at(-1);
      if (!frame) {
        if (token.kind !== 'end') {
          throw new JsonSyntaxError(`${nameOf(token)} after the end`, token.offset);
        }
        return value;
      }
      if (frame.object) frame.object.set(frame.key ?? '', value);
      else frame.array.push(value);
      if (token.kind === ',') {
        token = tokens.next();
        if (frame.object) token = readKey(tokens, token, frame);
        break;
      }
      if (token.kind !== (frame.object ? '}' : ']')) {
        throw new JsonSyntaxError(`${nameOf(token)} where a comma should be`, token.offset);
      }
      value = frame.object ?? frame.array;
      frames.pop();
      token = tokens.next();
    }
  }
}

/** Takes a key and its colon; gives the token after them. */
function readKey(tokens: JsonTokens, token: JsonToken, frame: Frame): JsonToken {
  if (token.kind !== 'value' || typeof token.value !== 'string') {
    throw new JsonSyntaxError(`${nameOf(token)} where a key should be`, token.offset);
  }
  if (frame.object?.has(token.value)) {
    throw new JsonSyntaxError(`the key ${JSON.stringify(token.value)} twice`, token.offset);
  }
  frame.key = token.value;
  const colon = tokens.next();
  if (colon.kind !== ':') {
    throw new JsonSyntaxError(`${nameOf(colon)} where a colon should be`, colon.offset);
  }
  return tokens.next();
}

function pathOf(frames: readonly Frame[]): JsonPath {
  return frames.map((frame) => (frame.object ? (frame.key ?? '') : frame.array.length));
}

function nameOf(token: JsonToken): string {
  if (token.kind === 'end') return 'the end of the file';
  return token.kind === 'value' ? 'a value' : `"${token.kind}"`;
}
