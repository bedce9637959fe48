import type { ObjectStatus } from './raw-object.js';

/** True for what arrived with bytes that may be believed. */
export function isSound({ status }: { readonly status: ObjectStatus }): boolean {
  return status === 'ok' || status === 'repaired';
}
