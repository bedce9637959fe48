/**
 * Where an image that can be loaded anywhere lies: `bias` is what the loader added to the addresses
 * of the file (for a relocatable module, where its one block starts), `sections` where it put single
 * sections of a module. Without either, an image lies where it was linked to.
 */
export interface LoadPlace {
  readonly bias: number | null;
  readonly sections: ReadonlyMap<string, number>;
}

/** An image lies where it was linked to. */
export const AS_LINKED: LoadPlace = { bias: null, sections: new Map() };
