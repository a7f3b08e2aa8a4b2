import { useEffect } from 'react';

const QUESTION = 'Your profile has changes that are not saved. Leave without saving?';

/** Asks before unsaved changes are lost: when the page is closed or reloaded, and when a link would show another page. */
export function useUnsavedGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    window.addEventListener('beforeunload', askOnUnload);
    // Before the router sees the click.
    document.addEventListener('click', askOnLink, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', askOnUnload);
      document.removeEventListener('click', askOnLink, { capture: true });
    };
  }, [unsaved]);
}

const askOnUnload = (event: BeforeUnloadEvent) => event.preventDefault();

function askOnLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !leavesPage(link, event) || window.confirm(QUESTION)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** A page of this site in this tab. Whatever unloads the document is asked about by the browser. */
const leavesPage = (link: HTMLAnchorElement, { ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  link.target !== '_blank' &&
  !(ctrlKey || metaKey || shiftKey) &&
  link.origin === window.location.origin &&
  link.pathname !== window.location.pathname;
