/** Loads the analytics tag that the runtime parameters name, after consent where they ask for it. */
import { useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { readConsent, subscribeToConsent, writeConsent } from './analytics-consent';
import type { ConsentQuestionProps } from './consent-question';

export interface AnalyticsTagProps {
  /** Measurement id, if the site is measured at all. */
  tag: string | undefined;
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
  const consent = useSyncExternalStore(subscribeToConsent, readConsent, () => 'unread' as const);
  const allowed = tag !== undefined && (!needsConsent || consent === 'granted');

  useEffect(() => {
    if (tag === undefined) return;
    window[`ga-disable-${tag}`] = !allowed;
    if (allowed) loadTag(tag);
  }, [allowed, tag]);

  return tag !== undefined && needsConsent && consent !== 'unread' && <ConsentOutlet consent={consent} onAnswer={writeConsent} />;
}

/** Sites that need not ask do without its code. Where it does not load nobody has agreed, and nothing is counted. */
function ConsentOutlet(question: ConsentQuestionProps): ReactNode {
  const [Question, setQuestion] = useState<ComponentType<ConsentQuestionProps> | null>(null);
  useEffect(() => {
    let current = true;
    void import('./consent-question').then(
      ({ ConsentQuestion }) => current && setQuestion(() => ConsentQuestion),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  return Question && <Question {...question} />;
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
