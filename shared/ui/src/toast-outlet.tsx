import { useEffect, useState, useSyncExternalStore } from 'react';
import { subscribeToNotifications, waitingNotifications } from './notify';

type ToasterComponent = (typeof import('./toast/toaster'))['Toaster'];

const nothing: readonly [] = [];
const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const;

let loading: Promise<ToasterComponent> | null = null;

function loadToaster(): Promise<ToasterComponent> {
  loading ??= import('./toast/toaster').then(({ Toaster }) => Toaster);
  // What did not load may load the next time.
  loading.catch(() => (loading = null));
  return loading;
}

/**
 * Mounts the toaster with the first message, and keeps it. Its code is fetched when the page is first touched: a message that the network is
 * gone could not fetch it any more. Where it is missing all the same, messages wait for the network.
 */
export function ToastOutlet() {
  const waiting = useSyncExternalStore(subscribeToNotifications, waitingNotifications, () => nothing);
  const [Toaster, setToaster] = useState<ToasterComponent | null>(null);
  const needed = Toaster === null && waiting.length > 0;

  useEffect(() => {
    const prefetch = () => void loadToaster().catch(() => undefined);
    for (const touch of TOUCHES) window.addEventListener(touch, prefetch, { once: true, passive: true });
    return () => {
      for (const touch of TOUCHES) window.removeEventListener(touch, prefetch);
    };
  }, []);

  useEffect(() => {
    if (!needed) return;
    let current = true;
    const mount = () =>
      void loadToaster().then(
        (loaded) => current && setToaster(() => loaded),
        () => undefined,
      );
    mount();
    window.addEventListener('online', mount);
    return () => {
      current = false;
      window.removeEventListener('online', mount);
    };
  }, [needed, waiting]);

  return Toaster && <Toaster />;
}
