import { chakra } from '@chakra-ui/react';
import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cssTransition, toast, ToastContainer, type ToastOptions } from 'react-toastify/unstyled';
import { SITE_TOAST_MS, subscribeToNotifications, takeNotifications, waitingNotifications, type Notification } from '../notify';
import { toasterStyles } from './toaster-styles';

const transition = cssTransition({ enter: 'ui-toast-enter', exit: 'ui-toast-exit', collapseDuration: 200 });
const Frame = chakra('div', toasterStyles);
const isUrgent = ({ kind }: Notification) => kind === 'error' || kind === 'warning';
const focusHotkey = (event: KeyboardEvent) => event.altKey && event.code === 'KeyT';
/** A finger that scrolls is not told of any more. The library knows no end of a drag but this. */
const endDrag = () => document.dispatchEvent(new Event('pointerup'));

function show(notification: Notification) {
  const { kind, message, autoCloseMs = SITE_TOAST_MS } = notification;
  const options: ToastOptions = { autoClose: autoCloseMs, role: isUrgent(notification) ? 'alert' : 'status' };
  toast[kind](message, options);
}

/** The one container of the site. It takes the waiting messages as soon as it is there. */
export function Toaster() {
  const waiting = useSyncExternalStore(subscribeToNotifications, waitingNotifications);
  useEffect(() => {
    if (waiting.length > 0) takeNotifications().forEach(show);
  }, [waiting]);

  return createPortal(
    <Frame data-toasts onPointerCancel={endDrag}>
      <ToastContainer
        position="top-right"
        newestOnTop
        autoClose={SITE_TOAST_MS}
        pauseOnHover
        pauseOnFocusLoss
        draggable
        draggablePercent={80}
        hotKeys={focusHotkey}
        theme="light"
        transition={transition}
        closeOnClick={false}
        aria-label="Notifications (Alt+T)"
      />
    </Frame>,
    document.body,
  );
}
