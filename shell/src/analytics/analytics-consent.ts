/** The visitor's answer about analytics, kept in this browser. */
export type Consent = 'unasked' | 'granted' | 'refused';

const KEY = 'site:analytics-consent';
const listeners = new Set<() => void>();
/** An answer that the browser refused to store. It holds for this document. */
let unstored: Consent | null = null;

export function readConsent(): Consent {
  const consent = unstored ?? read();
  return consent === 'granted' || consent === 'refused' ? consent : 'unasked';
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function writeConsent(consent: Exclude<Consent, 'unasked'>): void {
  try {
    localStorage.setItem(KEY, consent);
    unstored = null;
  } catch {
    unstored = consent;
  }
  for (const listener of listeners) listener();
}

/** Calls back when it is answered, in this tab or another one. @returns A function that ends it. */
export function subscribeToConsent(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
