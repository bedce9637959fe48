import type { Count } from '../base/count.js';

/**
 * A JSON value without what JavaScript would lose: whole numbers are exact, objects keep the order
 * of their keys. A number that is not whole stays a plain number.
 */
export type JsonValue =
  null | boolean | string | Count | readonly JsonValue[] | ReadonlyMap<string, JsonValue>;

/** The way to a value: keys and positions from the outermost inwards. */
export type JsonPath = readonly (string | number)[];
