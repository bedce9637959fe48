const MAX_SHAPES = 4;
const MAX_PREFIX_CHARS = 200;
// Numbers with the marks that stand inside them, and a unit that changes with their size.
const NUMBER = /\d[\d.,:]*\s?(?:s|ms|us|ns)?(?![A-Za-z])/g;

/**
 * What a logger puts in front of every line: time stamps, levels, port names. Learned from lines
 * whose content is known by a marker; numbers in it may change from line to line, words may not.
 */
export class LinePrefixes {
  private readonly shapes = new Map<string, RegExp>();

  learn(prefix: string): void {
    if (prefix.trim() === '' || prefix.length > MAX_PREFIX_CHARS) return;
    if (this.shapes.size >= MAX_SHAPES) return;
    const source = shapeOf(prefix);
    if (!this.shapes.has(source)) this.shapes.set(source, new RegExp(`^${source}`));
  }

  /** The ways to read a line: as it is, and without each prefix that fits. */
  readings(text: string): readonly string[] {
    const readings = [text.trimStart()];
    for (const shape of this.shapes.values()) {
      const match = shape.exec(text);
      if (match !== null) readings.push(text.slice(match[0].length).trimStart());
    }
    return readings;
  }
}

function shapeOf(prefix: string): string {
  let source = '';
  let end = 0;
  for (const match of prefix.matchAll(NUMBER)) {
    source += literal(prefix.slice(end, match.index)) + String.raw`\d[\d.,:]*\s?(?:s|ms|us|ns)?`;
    end = match.index + match[0].length;
  }
  return source + literal(prefix.slice(end));
}

/** Text as it is, save that runs of spaces may grow and shrink: loggers align with them. */
function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s*`);
}
