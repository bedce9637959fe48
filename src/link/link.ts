import type { BenchError } from '../base/bench-error.js';

export type LinkEvent =
  | { readonly type: 'open' }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** The other end went away; the link is dead, a new one has to be opened. */
  | { readonly type: 'lost'; readonly error: BenchError }
  | { readonly type: 'closed' };

/**
 * A byte stream to and from a board. One object is one connection: after `lost` or `closed` it is
 * done. Bytes that arrive are handed to every subscriber in order and never dropped; a chunk is
 * neither a line nor a frame.
 */
export interface Link {
  /** The port as the tester wrote it, e.g. `serial:/dev/ttyACM0`. */
  readonly name: string;
  /** What could not be set on the port though it works, e.g. DTR on a pseudo-terminal. */
  readonly warnings?: readonly string[];
  /** Errors: PORT_GONE, PORT_DENIED, PORT_BUSY, NOT_A_PORT, PORT_FAILED, CANCELLED, TIMED_OUT. */
  open(signal: AbortSignal): Promise<void>;
  /** Resolves when the bytes were handed on. Errors: LINK_LOST, CANCELLED, TIMED_OUT. */
  write(bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Gives back the function that ends the subscription. */
  subscribe(listener: (event: LinkEvent) => void): () => void;
  /**
   * Holds the line in the break state for a moment; absent where there is no such thing.
   * Errors: LINK_LOST, CANCELLED, PORT_FAILED when the port cannot.
   */
  sendBreak?(signal: AbortSignal): Promise<void>;
  /** Idempotent; never rejects, never hangs. */
  close(): Promise<void>;
}
