import { useLayoutEffect } from 'react';
import { PAGE_HEADING_ID } from '@site/ui';

/** When an element goes with the focus in it, the heading of the page has the focus in its place: a reader does not begin at the top. */
export function useHeirOfFocus(leaving: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const element = leaving.current;
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById(PAGE_HEADING_ID)?.focus();
    };
  }, [leaving]);
}
