import createCache, { type EmotionCache, type Options } from '@emotion/cache';
import { RENDERED_STYLE_ATTRIBUTE } from '@site/contracts/prerender';
import { breakpoints } from './theme/tokens';

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
  followWidth(cache);
  return cache;
}

/**
 * Chromium leaves elements with the styles of the old width where a rule was inserted in the same frame in which the window passes a
 * breakpoint. It looks at all styles again when a rule with a condition was inserted.
 */
function followWidth({ sheet }: EmotionCache): void {
  const lookAgain = (): void => {
    for (const { sheet: rules } of sheet.tags) {
      rules?.insertRule('@media not all {}');
      rules?.deleteRule(0);
    }
  };
  // Chakra's styles have the widths in rem.
  for (const width of Object.values(breakpoints))
    matchMedia(`(min-width: ${parseInt(width, 10) / 16}rem)`).addEventListener('change', lookAgain);
}

/** Whether the document brought the global styles. */
export const hasGlobalStyles = (): boolean =>
  typeof document !== 'undefined' && document.querySelector(`style[${RENDERED_STYLE_ATTRIBUTE}^="${STYLE_KEY}-global "]`) !== null;
