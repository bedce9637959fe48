/**
 * The name of a source as gcov prints it: repeated slashes, one at the end and `.` components are
 * dropped. `..` stays, because folding it needs to know which folders are links.
 */
export function sourcePath(path: string): string {
  if (!path.includes('//') && !/(?:^|\/)\.(?:\/|$)|.\/$/.test(path)) return path;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return (path.startsWith('/') ? '/' : '') + parts.join('/');
}
