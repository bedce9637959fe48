/** Says what a file that does not start like an ELF seems to be, from its first bytes. */
export function describeNonElf(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'the file is empty';
  const head = String.fromCharCode(...bytes.subarray(0, 8));
  if (/^:[0-9A-Fa-f]{7}/.test(head)) return 'it is an Intel HEX file, which has no counter layout';
  if (/^S[0-3][0-9A-Fa-f]{4}/.test(head))
    return 'it is an S-record file, which has no counter layout';
  if (head.startsWith('!<arch>')) return 'it is an archive of object files';
  if (head.startsWith('MZ')) return 'it is a Windows program';
  if (head.startsWith('oncg') || head.startsWith('gcno')) return 'it is a gcov notes file';
  if (head.startsWith('adcg') || head.startsWith('gcda')) return 'it is a gcov data file';
  return `it does not start with 7f "ELF" (first bytes: ${hex(bytes.subarray(0, 4))})`;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
