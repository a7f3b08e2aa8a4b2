import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';

/**
 * What somebody writes, and neither saves nor discards: kept for the tab, so that a session that ends meanwhile takes none of it.
 * @param key Names who writes, and what: who signs in next in this tab is offered nothing of somebody else. Null keeps nothing.
 * @param saved What stands there before anything is written.
 * @returns also what forgets it, once it is saved or discarded. Whoever goes to another page was asked whether it may be discarded.
 */
export function useKeptDraft<Values>(
  key: string | null,
  saved: Values,
): [values: Values, setValues: Dispatch<SetStateAction<Values>>, forget: () => void] {
  const [first] = useState(saved);
  const [values, setValues] = useState(() => keptDraft<Values>(key) ?? first);
  useEffect(() => {
    if (values === first) forgetDraft(key);
    else keepDraft(key, values);
  }, [key, values, first]);
  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      if (window.location.pathname !== pathname) forgetDraft(key);
    };
  }, [key]);
  return [values, setValues, () => forgetDraft(key)];
}

function keepDraft(key: string | null, values: unknown): void {
  try {
    if (key !== null) window.sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // A browser that stores nothing loses what was typed with the session.
  }
}

function keptDraft<Values>(key: string | null): Values | null {
  try {
    return key === null ? null : (JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as Values | null);
  } catch {
    return null;
  }
}

function forgetDraft(key: string | null): void {
  try {
    if (key !== null) window.sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
