import { linuxConsoleText } from './linux-console-text.js';

/** What a console seems to wait for. */
export type ConsoleState = 'login' | 'password' | 'blank' | 'other';

/**
 * Tells from the Latin-1 text a console gave what it waits for: the last line that has not ended
 * counts. `blank`: nothing to read came.
 */
export function consoleState(received: string): ConsoleState {
  const text = linuxConsoleText(received);
  const last = text.split('\n').at(-1) ?? '';
  if (/\b(?:login|user ?name)\b[^:\n]*:\s*$/i.test(last)) return 'login';
  if (/\bpass(?:word|phrase)\b[^:\n]*:\s*$/i.test(last)) return 'password';
  return text.trim() === '' ? 'blank' : 'other';
}

/** True when a log-in was turned down in this text. */
export function isLoginRefused(received: string): boolean {
  return /login incorrect|authentication failure|access denied/i.test(linuxConsoleText(received));
}
