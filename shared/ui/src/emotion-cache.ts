import createCache, { type EmotionCache, type Options } from '@emotion/cache';

export type { EmotionCache } from '@emotion/cache';

/** Prefix of the generated class names and of the style tags that the server writes. Both sides must use the same. */
export const STYLE_KEY = 'ui';

/**
 * The styles are written for browsers of the last years, which need no vendor prefixes; without the prefixer a third of their bytes is gone.
 */
export const CACHE_OPTIONS: Options = { key: STYLE_KEY, stylisPlugins: [] };

/** Emotion's cache for the browser. Every style tag that it inserts carries the nonce of the document. */
export function createBrowserCache(nonce?: string): EmotionCache {
  return createCache(nonce === undefined ? CACHE_OPTIONS : { ...CACHE_OPTIONS, nonce });
}
