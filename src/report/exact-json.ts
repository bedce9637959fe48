/** A value that JSON can hold; bigints are written as the integers they are. */
export type ExactValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly ExactValue[]
  | ReadonlyMap<string, ExactValue>
  | { readonly [key: string]: ExactValue };

/**
 * Writes JSON with an indent of one space. Maps keep their order, which objects with keys that look
 * like integers do not, and no integer loses a digit.
 */
export function exactJson(value: ExactValue, indent = ''): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent} `;
  if (Array.isArray(value)) {
    const items = (value as readonly ExactValue[]).map((item) => exactJson(item, inner));
    return wrap('[', items, ']', indent);
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const members = entries.map(
    ([key, item]: [string, ExactValue]) => `${JSON.stringify(key)}: ${exactJson(item, inner)}`,
  );
  return wrap('{', members, '}', indent);
}

function wrap(open: string, items: readonly string[], close: string, indent: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${indent} ${items.join(`,\n${indent} `)}\n${indent}${close}`;
}
