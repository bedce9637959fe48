import type { WantedAttributes } from './dwarf-abbreviations.js';

/** Kinds of entries that are of use. DWARF 5, table 7.3. */
export const TAG = {
  compileUnit: 0x11,
  inlinedSubroutine: 0x1d,
  subprogram: 0x2e,
  skeletonUnit: 0x4a,
} as const;

/** Attributes that are of use. DWARF 5, table 7.5; those from 0x2000 on are of vendors. */
export const AT = {
  name: 0x03,
  lowPc: 0x11,
  compileDirectory: 0x1b,
  inline: 0x20,
  producer: 0x25,
  abstractOrigin: 0x31,
  declLine: 0x3b,
  declaration: 0x3c,
  specification: 0x47,
  ranges: 0x55,
  linkageName: 0x6e,
  dwoName: 0x76,
  oldLinkageName: 0x2007,
  oldDwoName: 0x2130,
} as const;

const OF_UNITS: ReadonlySet<number> = new Set([
  AT.name,
  AT.compileDirectory,
  AT.producer,
  AT.dwoName,
  AT.oldDwoName,
]);

export const WANTED: WantedAttributes = new Map<number, ReadonlySet<number>>([
  [TAG.compileUnit, OF_UNITS],
  [TAG.skeletonUnit, OF_UNITS],
  [TAG.inlinedSubroutine, new Set([AT.abstractOrigin, AT.lowPc, AT.ranges])],
  [
    TAG.subprogram,
    new Set([
      AT.name,
      AT.linkageName,
      AT.oldLinkageName,
      AT.declLine,
      AT.inline,
      AT.abstractOrigin,
      AT.specification,
      AT.declaration,
    ]),
  ],
]);
