// Sequences a shell, its line editor or a logger sends to a terminal.
const TERMINAL_SEQUENCE =
  // eslint-disable-next-line no-control-regex
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f]/g;

/**
 * A message of the kernel, from its time stamp to the end of its line. The kernel writes to the
 * console between any two bytes of a program; what it cut apart belongs together.
 */
const KERNEL_MESSAGE = /(?:<\d{1,3}>)?\[ {0,11}\d{1,11}\.\d{6}\](?:\[ *[TC]\d+\])? [^\n]*(?:\n|$)/g;

/**
 * What programs printed on the console of a Linux board, from its Latin-1 text: without carriage
 * returns, terminal sequences, NUL and other controls, and without time-stamped kernel messages,
 * which are taken out even from the middle of a line.
 */
export function linuxConsoleText(text: string): string {
  return text.replace(TERMINAL_SEQUENCE, '').replace(CONTROLS, '').replace(KERNEL_MESSAGE, '');
}
