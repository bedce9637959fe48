import { InvalidArgumentError } from 'commander';
import { addLoadPlace, type LoadPlace } from '../base/load-place.js';

/** A repeatable option: each use adds one value. */
export function collect(value: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), value];
}

/** Where an image was loaded; each use adds one address. */
export function loadPlace(value: string, earlier: LoadPlace | undefined): LoadPlace {
  try {
    return addLoadPlace(value, earlier);
  } catch {
    throw new InvalidArgumentError('Write it as 0xADDRESS or SECTION=0xADDRESS.');
  }
}

/** One of a fixed set of words. */
export function oneOf(words: readonly string[]): (value: string) => string {
  return (value) => {
    if (!words.includes(value)) {
      throw new InvalidArgumentError(`Allowed: ${words.join(', ')}.`);
    }
    return value;
  };
}

/** A comma separated list of words out of a fixed set. */
export function listOf(words: readonly string[]): (value: string) => readonly string[] {
  const check = oneOf(words);
  return (value) => value.split(',').map((word) => check(word.trim()));
}

const INSTANT =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2}))?$/;

/** An ISO instant with its offset, or a date, which means midnight UTC. */
export function instant(value: string): Date {
  const date = new Date(value);
  // Date rolls 30 February over to March; the day asked for must be the day meant.
  const dayIsReal =
    INSTANT.test(value) && new Date(`${value.slice(0, 10)}T00:00:00Z`).toJSON()?.slice(0, 10);
  if (Number.isNaN(date.getTime()) || dayIsReal !== value.slice(0, 10)) {
    throw new InvalidArgumentError('Write it as 2026-02-01T10:00:00Z or 2026-02-01.');
  }
  return date;
}

/** A positive number of seconds, as milliseconds. */
export function secondsAsMs(value: string): number {
  const seconds = Number(value);
  if (!/^\d+(?:\.\d+)?$/.test(value) || seconds <= 0 || seconds > 86_400) {
    throw new InvalidArgumentError('Give seconds, more than 0 and at most 86400.');
  }
  return Math.round(seconds * 1000);
}
