/** Loads the analytics tag that the runtime parameters name, after consent where they ask for it. */
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { readConsent, subscribeToConsent, writeConsent } from './analytics-consent';
import { ConsentQuestion } from './consent-question';

export interface AnalyticsTagProps {
  /** Measurement id. */
  tag: string;
  needsConsent: boolean;
}

const TAG_SCRIPT = 'https://www.googletagmanager.com/gtag/js';

declare global {
  interface Window {
    dataLayer?: unknown[];
    /** While true, a tag that has been loaded counts nothing. */
    [disabled: `ga-disable-${string}`]: boolean | undefined;
  }
}

export function AnalyticsTag({ tag, needsConsent }: AnalyticsTagProps): ReactNode {
  const consent = useSyncExternalStore(subscribeToConsent, readConsent);
  const allowed = !needsConsent || consent === 'granted';

  useEffect(() => {
    window[`ga-disable-${tag}`] = !allowed;
    if (allowed) loadTag(tag);
    return () => void (window[`ga-disable-${tag}`] = true);
  }, [allowed, tag]);

  return needsConsent && <ConsentQuestion consent={consent} onAnswer={writeConsent} />;
}

function loadTag(tag: string): void {
  const src = `${TAG_SCRIPT}?id=${encodeURIComponent(tag)}`;
  if (document.querySelector(`script[src="${src}"]`)) return;
  const queue = (window.dataLayer ??= []);
  // The tag reads the arguments object itself, not an array.
  function push(..._: unknown[]): void {
    // eslint-disable-next-line prefer-rest-params -- an array in its place is ignored by the tag
    queue.push(arguments);
  }
  push('js', new Date());
  push('config', tag);
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}
