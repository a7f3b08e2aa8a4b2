import { useLayoutEffect, type RefObject } from 'react';

const MESSAGES = '[data-toasts]';
const CONTAINER = '.Toastify__toast-container';
/** Pixels between the messages and what stands below them. */
const GAP = 12;

/**
 * Keeps `panel` below the messages in the corner that would cover it, also once it has grown: none takes a press that is meant for its buttons. What
 * stands there already stays where it is when messages go, so that nothing moves away from under a finger, unless it is too long for its place: that
 * takes the room they leave.
 * @param layer The panel's containing block.
 */
export function useRoomForMessages(open: boolean, layer: RefObject<HTMLElement | null>, panel: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const [around, within] = [layer.current, panel.current];
    if (!open || !around || !within) return;
    const makeRoom = () => {
      const messages = document.querySelector(MESSAGES);
      if (messages) news.observe(messages, { childList: true, subtree: true });
      const container = messages?.querySelector(CONTAINER)?.getBoundingClientRect();
      const bottom = container && container.height > 0 && standsAbove(container, within) ? container.bottom : 0;
      // Without what animations do to the panel for now.
      const isCovered = bottom > within.offsetTop;
      if (isCovered || within.scrollHeight > within.clientHeight) around.style.paddingTop = bottom > 0 ? `${bottom + GAP}px` : '';
    };
    const news = new MutationObserver(makeRoom);
    news.observe(document.body, { childList: true });
    window.addEventListener('resize', makeRoom);
    let frame = 0;
    // In the frame that follows: the room can change the size of the panel, and within the call the browser would report a loop.
    const sizes = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(makeRoom);
    });
    sizes.observe(within);
    makeRoom();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      news.disconnect();
      window.removeEventListener('resize', makeRoom);
    };
  }, [open, layer, panel]);
}

/** Or would, where the panel begins as high as they do. */
const standsAbove = ({ left, right }: DOMRect, { offsetLeft, offsetWidth }: HTMLElement): boolean =>
  left < offsetLeft + offsetWidth && right > offsetLeft;
