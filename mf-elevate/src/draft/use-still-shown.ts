import { useCallback, useEffect, useRef } from 'react';

/** Tells whether the component is still in the page: an answer that comes after it was left must not act on what stands there by then. */
export function useStillShown(): () => boolean {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}
