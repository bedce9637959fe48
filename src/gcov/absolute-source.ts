/**
 * The name of a source with the folder its unit was compiled in; as it is when it is absolute or
 * the folder is not known (null). `..` is folded by name, so that units of several folders agree on
 * a header they share.
 */
export function absoluteSource(path: string, compileDirectory: string | null): string {
  if (compileDirectory === null || isAbsolute(path)) return path;
  // On Windows either slash separates; elsewhere a backslash is part of a name.
  const isWindows = /^(?:[A-Za-z]:[\\/]|\\\\)/.test(compileDirectory);
  const whole = `${compileDirectory}/${path}`;
  const slashed = isWindows ? whole.replaceAll('\\', '/') : whole;
  const root = /^(?:[A-Za-z]:)?\/*/.exec(slashed)?.[0] ?? '';
  const parts: string[] = [];
  for (const part of slashed.slice(root.length).split('/')) {
    if (part === '' || part === '.') continue;
    const last = parts.at(-1);
    if (part !== '..' || (root === '' && (last === undefined || last === '..'))) parts.push(part);
    else parts.pop();
  }
  return root + parts.join('/');
}

function isAbsolute(path: string): boolean {
  return /^(?:[A-Za-z]:)?[\\/]/.test(path);
}
