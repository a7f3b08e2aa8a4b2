/** Short messages in the corner of the window. The library that shows them is loaded with the first message. */

export interface Notification {
  kind: 'success' | 'error' | 'warning' | 'info';
  message: string;
  /** How long the message stays, in milliseconds. Default {@link SITE_TOAST_MS}. */
  autoCloseMs?: number | undefined;
}

export const SITE_TOAST_MS = 15_000;

/** The default on the sign-in page. */
export const SIGN_IN_TOAST_MS = 5_000;

let waiting: readonly Notification[] = [];
const listeners = new Set<() => void>();

export function notify(notification: Notification): void {
  waiting = [...waiting, notification];
  for (const listener of listeners) listener();
}

export function subscribeToNotifications(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Messages that have not been taken by {@link takeNotifications}. */
export const waitingNotifications = (): readonly Notification[] => waiting;

export function takeNotifications(): readonly Notification[] {
  const taken = waiting;
  waiting = [];
  return taken;
}
