import { crc32 } from 'node:zlib';
import type { FramedObject } from './framed-object.js';
import type { FramedPass } from './framed-pass.js';

/** What the firmware's line buffer holds, less its mark and the checksum. */
const MOST_CHARS = 96;
const MOST_ENTRIES = 64;

/**
 * The line that asks a board for what is still missing of a dump, or null when nothing is. Without
 * its line end. `restarts` counts how often an object was asked for whole because its counters had
 * moved; one that was `mostRestarts` times is given up.
 */
export function framedRequest(
  pass: FramedPass,
  restarts: Map<number, number>,
  mostRestarts: number,
): string | null {
  if (pass.objectCount === null) return request(`l 0 ${hex(MOST_ENTRIES - 1)}`);
  const objects = pass.objects();
  const lacking = objects.find(isUnlisted);
  if (lacking !== undefined) {
    const rest = objects.slice(lacking.index, lacking.index + MOST_ENTRIES);
    const last = rest.findLast(isUnlisted) ?? lacking;
    return request(`l ${hex(lacking.index)} ${hex(last.index)}`);
  }
  for (const object of objects) {
    const body = partsOf(object);
    if (body !== null) return request(body);
    const times = restarts.get(object.index) ?? 0;
    if (!object.hasMoved || times >= mostRestarts) continue;
    restarts.set(object.index, times + 1);
    object.forget();
    return request(`o ${hex(object.index)}`);
  }
  return null;
}

function isUnlisted(object: FramedObject): boolean {
  return object.version === null || !object.isNamed;
}

/** Asks for the first gaps of an object, as many as a line has room for. */
function partsOf(object: FramedObject): string | null {
  if (object.version === null) return null;
  let body = '';
  for (const { from, to } of object.gaps()) {
    const range = `${hex(from)}-${hex(to)}`;
    const longer =
      body === '' ? `s ${hex(object.index)} ${hex(object.version)} ${range}` : `${body},${range}`;
    if (longer.length > MOST_CHARS) break;
    body = longer;
  }
  return body === '' ? null : body;
}

function request(body: string): string {
  return `@cov ${body} ${crc32(body).toString(16).padStart(8, '0')}`;
}

function hex(value: number): string {
  return value.toString(16);
}
