const PREFIX = 0x14;

/** What the person at the console asked for. */
export type ConsoleAction =
  | { readonly do: 'send'; readonly bytes: Uint8Array }
  | { readonly do: 'quit' }
  | { readonly do: 'help' }
  | { readonly do: 'clear' }
  | { readonly do: 'break' };

/** Splits typed bytes into what goes to the board and commands behind Ctrl+T. */
export class ConsoleKeys {
  private isPrefixed = false;

  /** `newline` is what Enter sends. */
  constructor(private readonly newline: string) {}

  take(bytes: Uint8Array): ConsoleAction[] {
    const actions: ConsoleAction[] = [];
    let text: number[] = [];
    const flush = (): void => {
      if (text.length > 0) actions.push({ do: 'send', bytes: Uint8Array.from(text) });
      text = [];
    };
    for (const byte of bytes) {
      if (this.isPrefixed) {
        this.isPrefixed = false;
        if (byte === PREFIX) text.push(PREFIX);
        else {
          flush();
          const action = commandOf(byte);
          if (action) actions.push(action);
        }
      } else if (byte === PREFIX) this.isPrefixed = true;
      else if (byte === 0x0d || byte === 0x0a) text.push(...Buffer.from(this.newline));
      else text.push(byte);
    }
    flush();
    return actions;
  }
}

function commandOf(byte: number): ConsoleAction | null {
  switch (String.fromCharCode(byte)) {
    case 'q':
      return { do: 'quit' };
    case 'l':
      return { do: 'clear' };
    case 'b':
      return { do: 'break' };
    case '?':
      return { do: 'help' };
    default:
      return null;
  }
}
