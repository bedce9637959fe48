import type { LinkEvent } from './link.js';

/** The subscribers of one link, and the rule that nothing follows `lost` or `closed`. */
export class LinkEvents {
  private readonly listeners = new Set<(event: LinkEvent) => void>();
  private hasEnded = false;

  get isOver(): boolean {
    return this.hasEnded;
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    // A wrapper of its own, so that one function subscribed twice is two subscriptions.
    const own = (event: LinkEvent): void => listener(event);
    this.listeners.add(own);
    return () => {
      this.listeners.delete(own);
    };
  }

  emit(event: LinkEvent): void {
    if (this.hasEnded) return;
    this.hasEnded = event.type === 'lost' || event.type === 'closed';
    // Taken first: a listener may end subscriptions while it is told.
    for (const listener of Array.from(this.listeners)) listener(event);
  }
}
