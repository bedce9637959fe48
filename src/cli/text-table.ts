import { printable } from '../base/printable.js';
import { displayWidth } from '../report/display-width.js';

/** Columns of text, each as wide as its widest cell; the last one is not padded. */
export function textTable(rows: readonly (readonly string[])[]): string[] {
  const safe = rows.map((cells) => cells.map(printable));
  const widths: number[] = [];
  for (const cells of safe) {
    cells.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    });
  }
  return safe.map((cells) =>
    cells
      .map((cell, column) =>
        column === cells.length - 1
          ? cell
          : cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell))),
      )
      .join('  ')
      .trimEnd(),
  );
}
