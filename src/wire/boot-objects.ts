import type { RawObject } from '../gcov/raw-object.js';
import type { ReadDump } from './dump-format.js';
import { BootSum } from './boot-sum.js';
import { joinDumps } from './join-dumps.js';
import { markOddEnds } from './mark-odd-ends.js';
import { mergeSameBoot } from './merge-same-boot.js';
import { keyObjects } from './key-objects.js';
import { isSound } from '../gcov/is-sound.js';
import { pairObjects, type KeyedObjects } from './pair-objects.js';
import { relateDumps, type DumpRelation } from './relate-dumps.js';

/**
 * The objects of the boot that was dumped last. Counters are cumulative, so dumps of one boot are
 * never added: the later one counts, and an earlier one only stands in for what it lacks. When the
 * board restarted, or was zeroed, in between, nothing of the earlier dumps is used, unless boots of
 * one build are to be added.
 */
export class BootObjects {
  private readonly said: string[] = [];
  private readonly source: string;
  private objects = new Map<string, RawObject>();
  private registered = new Map<string, number>();
  private last: ReadDump | null = null;
  /** A dump whose end was not seen. */
  private open: ReadDump | null = null;
  private isWhole = false;
  /** Objects that are not used although nothing shows that the board restarted, by key. */
  private readonly leftOut = new Map<string, RawObject>();
  /** Line at which the board restarted since the last dump. */
  private restartLine: number | null = null;
  private readonly earlier: BootSum | null;

  constructor(source: string, addsBoots = false) {
    this.source = source;
    this.earlier = addsBoots ? new BootSum() : null;
  }

  /** What boots before the last one counted, when they are to be added. */
  earlierBoots(): readonly RawObject[] {
    return this.earlier?.objects() ?? [];
  }

  get isComplete(): boolean {
    return this.isWhole && this.leftOut.size === 0;
  }

  get warnings(): readonly string[] {
    return this.said;
  }

  /** The board said that it starts. */
  restart(line: number): void {
    this.settle();
    this.registered = new Map();
    this.restartLine = line;
  }

  /** The firmware said at start-up that it has this object. */
  register(path: string, line: number): void {
    this.settle();
    if (this.registered.has(path) || (this.last !== null && this.restartLine === null)) {
      this.restart(line);
    }
    this.registered.set(path, line);
  }

  add(dump: ReadDump): void {
    const joined = this.open === null ? null : joinDumps(this.open, dump);
    if (joined === null) this.settle();
    this.open = joined ?? dump;
    if (dump.missingEnd === null && dump.isOpenEnded !== true) this.settle();
  }

  /** Takes in a dump without an end, which the next one could have gone on with. */
  settle(): void {
    const { open: dump, last } = this;
    this.open = null;
    if (dump === null) return;
    this.said.push(...dump.warnings, ...(dump.missingEnd === null ? [] : [dump.missingEnd]));
    if (dump.objects.length === 0) {
      if (last === null) return;
      this.said.push(`the dump at line ${dump.firstLine} brought no object and is not used`);
      return;
    }
    const objects = keyObjects(markOddEnds(dump.objects));
    if (last === null) this.replace(dump, objects);
    else this.addTo(last, dump, objects);
    for (const key of objects.keys()) this.leftOut.delete(key);
    this.last = dump;
    this.restartLine = null;
  }

  result(): RawObject[] {
    const result = [...this.objects.values()];
    if (this.restartLine !== null || result.length === 0) return result;
    const arrived = new Set(result.map(({ path }) => path));
    for (const [path, line] of this.registered) {
      if (arrived.has(path)) continue;
      const reason = `the firmware registered it at line ${line}, but it is not in the dump`;
      const origin = { source: this.source, format: result[0]?.origin.format ?? '' };
      result.push({ path, bytes: new Uint8Array(), status: 'missing', reason, origin });
    }
    return result;
  }

  private addTo(last: ReadDump, dump: ReadDump, objects: Map<string, RawObject>): void {
    const pairs = pairObjects(this.objects, objects);
    const relation = relateDumps(this.objects, objects, pairs);
    const hasRestarted = this.restartLine !== null || relation.kind === 'lower';
    if (hasRestarted && isOneBuild(relation) && this.earlier !== null) {
      const lost = this.earlier.add(this.objects);
      this.said.push(this.explainSum(last, dump, relation, lost));
      this.leftOut.clear();
      this.replace(dump, objects);
      return;
    }
    this.said.push(this.explain(last, dump, relation));
    if (this.restartLine === null && relation.kind === 'grown') {
      this.objects = mergeSameBoot(this.objects, objects, pairs, dump, isWhole(dump));
      this.isWhole ||= isWhole(dump);
      if (isWhole(dump)) this.forgetDamagedLeftOut();
      return;
    }
    const isUnclear = this.restartLine === null && relation.kind === 'nothing in common';
    if (isUnclear) this.leaveOut(objects);
    else this.leftOut.clear();
    this.replace(dump, objects);
  }

  private replace(dump: ReadDump, objects: Map<string, RawObject>): void {
    this.objects = objects;
    this.isWhole = isWhole(dump);
  }

  private leaveOut(later: KeyedObjects): void {
    const paths = new Set([...later.values()].map(({ path }) => path));
    for (const [key, object] of this.objects) {
      if (isSound(object) || !paths.has(object.path)) this.leftOut.set(key, object);
    }
  }

  /** A damaged name makes an object up: two dumps that agree show that there is none. */
  private forgetDamagedLeftOut(): void {
    for (const [key, object] of this.leftOut) if (!isSound(object)) this.leftOut.delete(key);
  }

  private explainSum(last: ReadDump, dump: ReadDump, { path }: DumpRelation, lost: number): string {
    const but =
      lost === 0
        ? ''
        : `, without ${lost} ${lost === 1 ? 'object' : 'objects'} that arrived damaged`;
    return this.restartLine === null
      ? `the dump at line ${last.firstLine} is from an earlier boot, counts of ${path} are lower in the dump at line ${dump.firstLine}: its counts are added${but}; if they were zeroed in between, cut the log there`
      : `the dump at line ${last.firstLine} is from an earlier boot, the board restarted at line ${this.restartLine}: its counts are added${but}`;
  }

  private explain(last: ReadDump, dump: ReadDump, { kind, path }: DumpRelation): string {
    const unused = `the dump at line ${last.firstLine} is not used`;
    if (this.restartLine !== null) {
      return `${unused}: the board restarted at line ${this.restartLine}`;
    }
    const there = `in the dump at line ${dump.firstLine}`;
    switch (kind) {
      case 'grown':
        return (
          `the dump at line ${last.firstLine} is from the same boot as the one at line ` +
          `${dump.firstLine}: only the later one counts`
        );
      case 'nothing in common':
        return `${unused}: it has no sound object in common with the dump at line ${dump.firstLine}`;
      case 'lower':
        return `${unused}: counts of ${path} are lower ${there}, so the board restarted or was zeroed in between`;
      case 'other build':
        return `${unused}: counts of ${path} are not comparable ${there}, so the board runs another build since`;
    }
  }
}

function isOneBuild({ kind }: DumpRelation): boolean {
  return kind === 'grown' || kind === 'lower';
}

function isWhole(dump: ReadDump): boolean {
  return dump.hasStart && dump.missingEnd === null && !dump.hasFailed;
}
