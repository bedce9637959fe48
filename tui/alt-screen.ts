// The second screen, no wrapping at the right edge (a character wider than thought must not break
// the frame), and pastes marked as such.
const ENTER = '\u001b[?1049h\u001b[?7l\u001b[?2004h\u001b[2J\u001b[H';
// Emptied first: tmux shows lines of the second screen on the first one when it was resized meanwhile.
const LEAVE = '\u001b[H\u001b[J\u001b[?2004l\u001b[?7h\u001b[?1049l\u001b[?25h';

/** Clears the screen and puts the cursor in its corner. */
export const CLEAR_SCREEN = '\u001b[2J\u001b[H';

/** The terminal's second screen, so that the user's own text is back when the wizard is gone. */
export interface AltScreen {
  enter(): void;
  /** Restores screen, wrapping and cursor. Safe to call on every way out, more than once. */
  leave(): void;
}

/** Makes the alternate screen of a terminal; nothing is written before `enter`. */
export function altScreen(stdout: NodeJS.WriteStream): AltScreen {
  let isEntered = false;
  const leave = (): void => {
    if (!isEntered) return;
    isEntered = false;
    process.off('exit', leave);
    stdout.write(LEAVE);
  };
  return {
    enter: () => {
      if (isEntered) return;
      isEntered = true;
      process.on('exit', leave);
      stdout.write(ENTER);
    },
    leave,
  };
}
