import { z } from 'zod';
import type { Count } from '../base/count.js';
import type { BaseLine, BranchTriple } from './capture.js';

const LINE = /^[1-9]\d{0,8}$/;
const NOT_A_LINE = 'not a line number (1 or more, decimal, no leading zero)';
const NOT_A_TRIPLE = 'expected [block, branch, taken]: whole numbers from 0, taken or null';

const members = z.custom<ReadonlyMap<string, unknown>>((value) => value instanceof Map, {
  error: 'expected an object',
  abort: true,
});

/**
 * `lines` of a file: line number to count. Judged by hand, entry by entry, since a schema for each
 * of a hundred thousand entries takes seconds.
 */
export const countsByLine = members.transform((map, context) => {
  const lines = new Map<BaseLine, Count>();
  for (const [key, value] of map) {
    const cause = LINE.test(key) ? whyNoCount(value) : NOT_A_LINE;
    if (cause !== null) context.addIssue({ code: 'custom', message: cause, path: [key] });
    else if (isCount(value)) lines.set(Number(key), value);
  }
  return lines;
});

/** `branches` of a file: line number to a list of branches. */
export const branchesByLine = members.transform((map, context) => {
  const branches = new Map<BaseLine, readonly BranchTriple[]>();
  for (const [key, value] of map) {
    const fail = (message: string, ...path: number[]): void =>
      context.addIssue({ code: 'custom', message, path: [key, ...path] });
    if (!LINE.test(key)) fail(NOT_A_LINE);
    else if (!Array.isArray(value)) fail('expected a list of branches');
    else {
      value.forEach((item, index) => {
        if (!isTriple(item)) fail(NOT_A_TRIPLE, index);
      });
      branches.set(Number(key), value.filter(isTriple));
    }
  }
  return branches;
});

function whyNoCount(value: unknown): string | null {
  if (isCount(value)) return null;
  const isWhole = typeof value === 'bigint' || Number.isInteger(value);
  return isWhole ? 'a count cannot be negative' : 'expected a whole number';
}

function isCount(value: unknown): value is Count {
  return (typeof value === 'bigint' || Number.isInteger(value)) && Number(value) >= 0;
}

function isTriple(value: unknown): value is BranchTriple {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [block, branch, taken]: readonly unknown[] = value;
  return isOrdinal(block) && isOrdinal(branch) && (taken === null || isCount(taken));
}

function isOrdinal(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
