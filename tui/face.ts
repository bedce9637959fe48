/** A way of showing the wizard: the full screen, or lines for dumb terminals and screen readers. */
export interface Face {
  open(): void;
  /** Gives the terminal back as it was; safe on every way out. */
  close(): void;
}
