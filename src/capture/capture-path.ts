/**
 * True for a path a capture may name: relative to the project, `/` between names, in normal form,
 * not into git's own folder. Anything else could read as a file that never changes.
 */
export function isCapturePath(path: string): boolean {
  if (path === '' || path.includes('\0') || /^[A-Za-z]:[\\/]/.test(path)) return false;
  return path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && !/^\.git$/i.test(name));
}
