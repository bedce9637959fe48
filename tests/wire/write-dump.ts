/** One object of a dump to be written. */
export interface DumpedObject {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Rows, openers and closing lines as embedded-gcov prints them. */
export function hexdump(objects: readonly DumpedObject[]): string {
  return `${objects.map(hexdumpObject).join('')}Gcov End\n`;
}

function hexdumpObject({ path, bytes }: DumpedObject): string {
  let text = `Emitting ${bytes.length} bytes for ${path}\n`;
  for (const [index, byte] of bytes.entries()) {
    if (index % 16 === 0) text += `${index.toString(16).padStart(8, '0')}: `;
    text += `${byte.toString(16).padStart(2, '0')} `;
    if (index % 16 === 15) text += '\n';
  }
  return `${text}\n${path}\n`;
}

/** A dump as Zephyr prints it; `separator` is a space before each byte up to Zephyr 3.5. */
export function zephyrDump(objects: readonly DumpedObject[], separator: '' | ' ' = ''): string {
  const records = objects.map(({ path, bytes }) => {
    const hex = Array.from(bytes, (byte) => separator + byte.toString(16).padStart(2, '0'));
    return `\n*${path}<${hex.join('')}`;
  });
  return `\nGCOV_COVERAGE_DUMP_START${records.join('')}\nGCOV_COVERAGE_DUMP_END\n`;
}

/** The text with every line feed replaced. */
export function withLineEnds(text: string, lineEnd: string): string {
  return text.replaceAll('\n', lineEnd);
}
