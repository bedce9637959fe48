const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Paint = keyof typeof CODES;

/** Text in one of the 16 colours of a terminal, or as it is without colour. */
export function paint(text: string, color: Paint, isOn: boolean): string {
  const [on, off] = CODES[color];
  return isOn ? `\u001b[${on}m${text}\u001b[${off}m` : text;
}
