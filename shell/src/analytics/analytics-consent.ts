/** The visitor's answer about analytics, kept in this browser. */
export type Consent = 'unasked' | 'granted' | 'refused';

const KEY = 'site:analytics-consent';
const listeners = new Set<() => void>();

export function readConsent(): Consent {
  const stored = localStorage.getItem(KEY);
  return stored === 'granted' || stored === 'refused' ? stored : 'unasked';
}

export function writeConsent(consent: Exclude<Consent, 'unasked'>): void {
  localStorage.setItem(KEY, consent);
  for (const listener of listeners) listener();
}

export function subscribeToConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
