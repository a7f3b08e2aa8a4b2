import createCache, { type EmotionCache, type Options } from '@emotion/cache';
import { RENDERED_STYLE_ATTRIBUTE } from '@site/contracts/prerender';

export type { EmotionCache } from '@emotion/cache';

/** Prefix of the generated class names and of the style tags that the server writes. Both sides must use the same. */
export const STYLE_KEY = 'ui';

/**
 * The styles are written for browsers of the last years, which need no vendor prefixes; without the prefixer a third of their bytes is gone.
 */
export const CACHE_OPTIONS: Options = { key: STYLE_KEY, stylisPlugins: [] };

/**
 * Emotion's cache for the browser. What the document brought is not inserted again. Style elements are empty and filled rule by rule, in
 * development too: the policy of documents lets in no other.
 */
export function createBrowserCache(): EmotionCache {
  const cache = createCache({ ...CACHE_OPTIONS, speedy: true });
  for (const style of document.querySelectorAll(`style[${RENDERED_STYLE_ATTRIBUTE}^="${STYLE_KEY} "]`))
    for (const id of style.getAttribute(RENDERED_STYLE_ATTRIBUTE)?.split(' ').slice(1) ?? []) cache.inserted[id] = true;
  return cache;
}

/** Whether the document brought the global styles. */
export const hasGlobalStyles = (): boolean =>
  typeof document !== 'undefined' && document.querySelector(`style[${RENDERED_STYLE_ATTRIBUTE}^="${STYLE_KEY}-global "]`) !== null;
