import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { subscribeToNotifications, waitingNotifications } from './notify';

const LazyToaster = lazy(() => import('./toast/toaster').then(({ Toaster }) => ({ default: Toaster })));
const nothing: readonly [] = [];

/** Mounts the toaster with the first message, and keeps it. */
export function ToastOutlet() {
  const waiting = useSyncExternalStore(subscribeToNotifications, waitingNotifications, () => nothing);
  const [needed, setNeeded] = useState(false);
  if (!needed && waiting.length > 0) setNeeded(true);

  return needed ? (
    <Suspense fallback={null}>
      <LazyToaster />
    </Suspense>
  ) : null;
}
