import { parseKeys, type Key } from './parse-keys.js';

/** How long half an escape sequence may wait for its other half before it is the Esc key. */
const ESCAPE_WAIT_MS = 50;

/** The one reader of the terminal's input. */
export interface Keyboard {
  open(): void;
  /** Gives the terminal back as it was: cooked, and nobody reading. */
  close(): void;
}

/**
 * Reads keys from a terminal in raw mode. Sequences cut in two by a slow line are put together,
 * several keys in one read come one by one. `onEnd` is called when the terminal is gone.
 */
export function keyboard(
  stdin: NodeJS.ReadStream,
  onKey: (key: Key) => void,
  onEnd: () => void,
): Keyboard {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let timer: NodeJS.Timeout | undefined;
  let isOpen = false;

  const take = (text: string, isFinal: boolean): void => {
    clearTimeout(timer);
    const parsed = parseKeys(rest + text, isFinal);
    rest = parsed.rest;
    if (rest !== '') timer = setTimeout(() => take('', true), ESCAPE_WAIT_MS);
    for (const key of parsed.keys) onKey(key);
  };
  const onData = (data: Uint8Array | string): void => {
    take(typeof data === 'string' ? data : decoder.decode(data, { stream: true }), false);
  };

  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    process.off('exit', close);
    clearTimeout(timer);
    rest = '';
    stdin.off('data', onData).off('end', onEnd).off('error', onEnd);
    // Without the terminal this fails, and then there is nothing to restore.
    if (!stdin.destroyed) stdin.setRawMode(false);
    stdin.pause();
  };
  return {
    open: () => {
      if (isOpen) return;
      isOpen = true;
      process.on('exit', close);
      stdin.setRawMode(true);
      stdin.on('data', onData).on('end', onEnd).on('error', onEnd);
      stdin.resume();
    },
    close,
  };
}
