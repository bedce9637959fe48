import { absoluteSource } from '../gcov/absolute-source.js';
import type { UnitCounts } from '../gcov/file-counts.js';
import type { CompiledFunction, CompiledUnit } from '../image/compiled-unit.js';

/** A function by what notes and debug information both tell of it. */
export interface NamedFunction {
  /** Assembler name. */
  readonly name: string;
  readonly startLine: number;
}

/**
 * Finds the debug information of a unit: that of its sources by whole name, else by file name where
 * they agree on a function. A source that was compiled several times has several.
 */
export class CompiledUnitIndex {
  private readonly byPath = new Map<string, CompiledUnit[]>();
  private readonly byFileName = new Map<string, CompiledUnit[]>();
  private readonly functions = new Map<CompiledUnit, FunctionIndex>();

  constructor(units: readonly CompiledUnit[]) {
    for (const unit of units) {
      add(this.byPath, absoluteSource(unit.name, unit.directory), unit);
      add(this.byFileName, fileName(unit.name), unit);
    }
  }

  of(unit: UnitCounts): readonly CompiledUnit[] {
    if (this.byPath.size === 0) return [];
    const paths = [...unit.files.keys()];
    const whole = paths.flatMap(
      (path) => this.byPath.get(absoluteSource(path, unit.compileDirectory)) ?? [],
    );
    if (whole.length > 0) return whole;
    const named = paths.flatMap((path) => this.byFileName.get(fileName(path)) ?? []);
    if (named.length === 0) return [];
    const functions = [...unit.files.values()].flatMap((file) =>
      [...file.functions].map(([name, { line }]) => ({ name, startLine: line })),
    );
    return named.filter((compiled) => {
      const known = this.functionsOf(compiled);
      return functions.some((one) => known.of(one).length > 0);
    });
  }

  private functionsOf(unit: CompiledUnit): FunctionIndex {
    const known = this.functions.get(unit) ?? new FunctionIndex([unit]);
    this.functions.set(unit, known);
    return known;
  }
}

/** Finds a function of the notes among those of the debug information. */
export class FunctionIndex {
  private readonly byName = new Map<string, CompiledFunction[]>();
  private readonly byLine = new Map<number, CompiledFunction[]>();

  constructor(units: readonly Pick<CompiledUnit, 'functions'>[]) {
    for (const one of units.flatMap(({ functions }) => functions)) {
      add(this.byName, one.linkageName ?? one.name, one);
      if (one.line !== null) add(this.byLine, one.line, one);
    }
  }

  of({ name, startLine }: NamedFunction): readonly CompiledFunction[] {
    // Clones of a function are named after it: `feed.part.0`.
    const plain = name.replace(/(?<=.)\..*$/, '');
    const named = (this.byName.get(plain) ?? []).filter(
      ({ line }) => line === null || line === startLine,
    );
    if (named.length > 0 || !plain.startsWith('_Z')) return named;
    return (this.byLine.get(startLine) ?? []).filter((one) => isPartOf(one, plain));
  }
}

/** C++ functions of one unit, constructors and operators are recorded without assembler name. */
function isPartOf({ name, linkageName }: CompiledFunction, mangled: string): boolean {
  if (linkageName !== null) return false;
  const plain = name.replace(/^~/, '').replace(/<.*$/, '');
  return plain.startsWith('operator') || mangled.includes(`${plain.length}${plain}`);
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const same = map.get(key);
  if (same === undefined) map.set(key, [value]);
  else same.push(value);
}
