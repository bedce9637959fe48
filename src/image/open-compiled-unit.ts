import type { CompiledFunction, CompiledUnit } from './compiled-unit.js';
import type { DwarfValue, TextPlace } from './dwarf-forms.js';
import { AT } from './dwarf-names.js';
import type { DwarfTexts } from './dwarf-texts.js';

export type EntryValues = ReadonlyMap<number, DwarfValue>;

interface FunctionEntry {
  readonly offset: number;
  readonly values: EntryValues;
}

// DW_AT_inline: inlined, declared inline and not inlined, declared inline and inlined.
const INLINED: readonly number[] = [1, 3];
const DECLARED_INLINE: readonly number[] = [2, 3];
// As link-time optimisation calls the units it makes of all the others.
const MADE_BY_LTO = '<artificial>';

/** A unit of the debug information while its entries are read. */
export class OpenCompiledUnit {
  private unitValues: EntryValues | null = null;
  private readonly functions: FunctionEntry[] = [];

  /** Takes the entry of the unit itself. */
  describe(values: EntryValues): void {
    this.unitValues ??= values;
  }

  addFunction(offset: number, values: EntryValues): void {
    // What only says where code lies that another entry describes is of no use.
    if (!values.has(AT.abstractOrigin)) this.functions.push({ offset, values });
  }

  /**
   * The unit as far as it can be told; null for one without a name. `withCode` holds the offsets of
   * the functions of which code is left where they were inlined.
   */
  close(texts: DwarfTexts, withCode: ReadonlySet<number>): CompiledUnit | null {
    const values = this.unitValues ?? new Map<number, DwarfValue>();
    const name = textOf(values, AT.name, texts);
    if (name === null) return null;
    const options = optionsOf(textOf(values, AT.producer, texts) ?? '');
    const isElsewhere = values.has(AT.dwoName) || values.has(AT.oldDwoName);
    const isEarly = name === MADE_BY_LTO || (options ?? []).some((one) => one.startsWith('-flto'));
    return {
      name,
      directory: textOf(values, AT.compileDirectory, texts),
      options,
      tellsInlining: !isElsewhere && !isEarly,
      functions: this.closeFunctions(texts, withCode),
    };
  }

  private closeFunctions(
    texts: DwarfTexts,
    withCode: ReadonlySet<number>,
  ): readonly CompiledFunction[] {
    const byOffset = new Map(this.functions.map((entry) => [entry.offset, entry.values]));
    return this.functions.flatMap(({ offset, values }) => {
      if (values.has(AT.declaration)) return [];
      // A member function is declared in its class and defined by an entry that refers to that.
      const specification = values.get(AT.specification);
      const declared =
        specification?.kind === 'entry' ? byOffset.get(specification.offset) : undefined;
      const all = declared === undefined ? values : new Map([...declared, ...values]);
      const name = textOf(all, AT.name, texts);
      if (name === null) return [];
      const inline = numberOf(all, AT.inline) ?? 0;
      return [
        {
          name,
          linkageName: textOf(all, AT.linkageName, texts) ?? textOf(all, AT.oldLinkageName, texts),
          line: numberOf(all, AT.declLine),
          isInlined: INLINED.includes(inline),
          isDeclaredInline: DECLARED_INLINE.includes(inline),
          hasInlinedCode: withCode.has(offset),
        },
      ];
    });
  }
}

/** GCC records its options behind its version, unless told not to. */
function optionsOf(producer: string): readonly string[] | null {
  const options = producer.split(/\s+/).filter((word) => word.startsWith('-'));
  return options.length === 0 ? null : options;
}

function textOf(values: EntryValues, attribute: number, texts: DwarfTexts): string | null {
  const value = values.get(attribute);
  if (value?.kind !== 'text') return null;
  const place: TextPlace = value.place;
  return texts.at(place);
}

function numberOf(values: EntryValues, attribute: number): number | null {
  const value = values.get(attribute);
  return value?.kind === 'number' ? value.value : null;
}
