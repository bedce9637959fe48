import { render, type Instance } from 'ink';
import { altScreen, type AltScreen } from './alt-screen.js';
import { App } from './App.js';
import type { Face } from './face.js';
import { keyboard, type Keyboard } from './keyboard.js';
import type { Wizard } from './wizard.js';

/**
 * The wizard on the whole terminal, drawn by Ink on the alternate screen. `onEnd` is called when the
 * terminal is gone, `onFail` when drawing failed.
 */
export function screenFace(
  wizard: Wizard,
  stdin: NodeJS.ReadStream,
  stdout: NodeJS.WriteStream,
  onEnd: () => void,
  onFail: (error: unknown) => void,
): Face {
  const screen: AltScreen = altScreen(stdout);
  const keys: Keyboard = keyboard(stdin, (key) => wizard.press(key), onEnd);
  let ink: Instance | null = null;
  const onResize = (): void => {
    wizard.dispatch({ type: 'resize', columns: stdout.columns, rows: stdout.rows });
  };
  return {
    open: () => {
      if (ink !== null) return;
      screen.enter();
      onResize();
      // Ink listens to resizes as well; ours comes first, so that its first frame has our size.
      stdout.on('resize', onResize);
      keys.open();
      ink = render(<App wizard={wizard} />, {
        stdin,
        stdout,
        exitOnCtrlC: false,
        patchConsole: false,
        isScreenReaderEnabled: false,
      });
      // A screen that cannot be drawn ends the renderer; without this the wizard would sit there blind.
      ink.waitUntilExit().catch(onFail);
    },
    close: () => {
      if (ink === null) return;
      stdout.off('resize', onResize);
      keys.close();
      ink.unmount();
      ink = null;
      screen.leave();
    },
  };
}
