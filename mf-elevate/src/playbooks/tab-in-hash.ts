import { useSyncExternalStore } from 'react';
import { useLocation } from '@site/router';

/**
 * The tab that the address names after `#`, and a way to change it. The address is replaced, not navigated to: a change of tab is no new
 * page, so it neither scrolls nor moves the focus. Documents rendered ahead of time never know the hash: hydration begins with the default.
 */
export function useTabInHash<Tab extends string>(tabs: readonly Tab[], defaultTab: Tab): [tab: Tab, select: (tab: Tab) => void] {
  useLocation(); // A navigation of the router announces no hash change; rendering again reads the hash anew.
  const hash = useSyncExternalStore(onHashChange, currentHash, noHash);
  return [tabs.find((tab) => `#${tab}` === hash) ?? defaultTab, select];
}

function select(tab: string): void {
  window.history.replaceState(window.history.state, '', `#${tab}`);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

const currentHash = () => window.location.hash;
const noHash = () => '';
