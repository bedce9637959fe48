import type { RawObject } from '../gcov/raw-object.js';
import { compareCounts } from './compare-counts.js';
import type { ReadDump } from './dump-format.js';

/**
 * The objects of the boot that was dumped last. Counters are cumulative, so dumps of one boot are
 * never added: the later one counts, and an earlier one only stands in for what it lacks. When the
 * board restarted, or was zeroed, in between, nothing of the earlier dumps is used.
 */
export class BootObjects {
  readonly warnings: string[] = [];
  private readonly source: string;
  private objects = new Map<string, RawObject>();
  private registered = new Map<string, number>();
  private lastDumpLine: number | null = null;
  private isWhole = false;
  /** Line at which the board restarted since the last dump. */
  private restartLine: number | null = null;

  constructor(source: string) {
    this.source = source;
  }

  get isComplete(): boolean {
    return this.isWhole;
  }

  /** The board said that it starts. */
  restart(line: number): void {
    this.registered = new Map();
    this.restartLine = line;
  }

  /** The firmware said at start-up that it has this object. */
  register(path: string, line: number): void {
    if (this.registered.has(path) || (this.lastDumpLine !== null && this.restartLine === null)) {
      this.restart(line);
    }
    this.registered.set(path, line);
  }

  add(dump: ReadDump): void {
    this.warnings.push(...dump.warnings);
    if (dump.objects.length === 0) {
      if (this.lastDumpLine !== null && !dump.isWhole) {
        this.warnings.push(`the dump at line ${dump.firstLine} brought no object and is not used`);
      } else this.isWhole ||= dump.isWhole;
      return;
    }
    const objects = latestOf(dump.objects);
    const isSameBoot = this.isSameBoot(dump, objects);
    if (this.lastDumpLine !== null && !isSameBoot) this.forget();
    this.merge(dump, objects);
    this.isWhole ||= dump.isWhole;
    this.lastDumpLine = dump.firstLine;
    this.restartLine = null;
  }

  result(): RawObject[] {
    const result = [...this.objects.values()];
    if (this.restartLine !== null || result.length === 0) return result;
    for (const [path, line] of this.registered) {
      if (this.objects.has(path)) continue;
      const reason = `the firmware registered it at line ${line}, but it is not in the dump`;
      const origin = { source: this.source, format: result[0]?.origin.format ?? '' };
      result.push({ path, bytes: new Uint8Array(), status: 'missing', reason, origin });
    }
    return result;
  }

  private isSameBoot(dump: ReadDump, objects: ReadonlyMap<string, RawObject>): boolean {
    if (this.lastDumpLine === null) return true;
    const unused = `the dump at line ${this.lastDumpLine} is not used`;
    if (this.restartLine !== null) {
      this.warnings.push(`${unused}: the board restarted at line ${this.restartLine}`);
      return false;
    }
    let common = 0;
    for (const [path, later] of objects) {
      const earlier = this.objects.get(path);
      if (earlier === undefined || !isSound(earlier) || !isSound(later)) continue;
      const order = compareCounts(earlier.bytes, later.bytes);
      if (order !== 'grown') {
        const why =
          order === 'lower'
            ? 'the board restarted or was zeroed in between'
            : 'the board runs another build since';
        this.warnings.push(
          `${unused}: counts of ${path} are ${order === 'lower' ? 'lower' : 'not comparable'} in ` +
            `the dump at line ${dump.firstLine}, so ${why}`,
        );
        return false;
      }
      common += 1;
    }
    this.warnings.push(
      common > 0
        ? `the dump at line ${this.lastDumpLine} is from the same boot as the one at line ` +
            `${dump.firstLine}: only the later one counts`
        : `${unused}: it has no sound object in common with the dump at line ${dump.firstLine}`,
    );
    return common > 0;
  }

  private merge(dump: ReadDump, objects: ReadonlyMap<string, RawObject>): void {
    const earlier = this.objects;
    this.objects = new Map(objects);
    for (const [path, object] of earlier) {
      const later = objects.get(path);
      if (later !== undefined && isSound(later)) continue;
      if (!isSound(object)) {
        if (later === undefined) this.objects.set(path, object);
        continue;
      }
      const lack =
        later === undefined
          ? `not in the dump at line ${dump.firstLine}`
          : `damaged in the dump at line ${dump.firstLine} (${later.reason ?? ''})`;
      const reason = `${lack}; taken from line ${object.origin.line ?? 0}, same boot`;
      this.objects.set(path, { ...object, status: 'repaired', reason });
    }
  }

  private forget(): void {
    this.objects = new Map();
    this.isWhole = false;
  }
}

/** One object per path: in one dump the later copy counts, unless only the earlier is sound. */
function latestOf(objects: readonly RawObject[]): ReadonlyMap<string, RawObject> {
  const latest = new Map<string, RawObject>();
  for (const object of objects) {
    const earlier = latest.get(object.path);
    if (earlier === undefined || isSound(object) || !isSound(earlier)) {
      latest.set(object.path, object);
    }
  }
  return latest;
}

function isSound(object: RawObject): boolean {
  return object.status === 'ok' || object.status === 'repaired';
}
