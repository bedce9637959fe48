/** Where the counts of a tier come from. */
export type TierKind = 'e2e' | 'unit' | 'manual';

export interface Tier {
  readonly name: string;
  readonly kind: TierKind;
  /** Lower wins where several tiers have a line. */
  readonly precedence: number;
  /** `#RRGGBB` or a CSS colour name. */
  readonly color: string;
  readonly harvestDirs: readonly string[];
  /** Whole days after which evidence asks to be taken again; null for never. */
  readonly maxAgeDays: number | null;
}

/** The part of `.otto/settings.toml` this tool reads. */
export interface Settings {
  /** By precedence, ties in file order. */
  readonly tiers: readonly Tier[];
  readonly report: { readonly high: number; readonly medium: number };
  /** Texts that take their line out of a report, beside the standard ones. */
  readonly exclusionMarkers: readonly string[];
  readonly tickets: { readonly pattern: string; readonly url: string | null } | null;
  readonly overridesFile: string | null;
}
