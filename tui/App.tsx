import { Box, useStdout } from 'ink';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { CLEAR_SCREEN } from './alt-screen.js';
import { frameRows } from './frame-rows.js';
import { RowView } from './RowView.js';
import type { Wizard } from './wizard.js';

/** The screen as a function of the wizard's state. */
export function App({ wizard }: { readonly wizard: Wizard }): ReactNode {
  const state = useSyncExternalStore(wizard.subscribe, wizard.state);
  const { write } = useStdout();
  useEffect(() => {
    if (state.redraws > 0) write(CLEAR_SCREEN);
  }, [state.redraws, write]);
  const lines = frameRows(state);
  return (
    <Box flexDirection="column" width={state.columns} height={lines.length} overflow="hidden">
      {lines.map((line, index) => (
        <RowView key={index} line={line} />
      ))}
    </Box>
  );
}
