/** What the renderer on the server needs to collect the styles of one document. */
import createCache, { type EmotionCache } from '@emotion/cache';
import createEmotionServer from '@emotion/server/create-instance';
import { documentStyles } from './document-styles';
import { CACHE_OPTIONS } from './emotion-cache';

/** One style tag: `<style data-rendered="{key}">{css}</style>`. */
export interface StyleChunk {
  key: string;
  css: string;
}

/** A cache for one document; never share it between two. Pass it to `UIProvider`. */
export function createServerCache(): EmotionCache {
  const cache = createCache(CACHE_OPTIONS);
  cache.compat = true;
  return cache;
}

/** The styles that `html`, rendered with `cache`, needs; to be placed in the head in this order. */
export function extractStyles(cache: EmotionCache, html: string): StyleChunk[] {
  const chunks = createEmotionServer(cache)
    .extractCriticalToChunks(html)
    .styles.filter(({ css }) => css !== '');
  const texts = documentStyles(
    chunks.map(({ css }) => css),
    html,
  );
  return chunks.map(({ key }, index) => ({ key, css: texts[index] ?? '' }));
}
