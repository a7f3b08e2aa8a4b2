import createCache, { type EmotionCache, type Options, type StylisElement, type StylisPlugin } from '@emotion/cache';
import { RENDERED_STYLE_ATTRIBUTE } from '@site/contracts/prerender';
import { themeRules } from './theme/system';
import { breakpoints } from './theme/tokens';

export type { EmotionCache } from '@emotion/cache';

/** Prefix of the generated class names and of the style tags that the server writes. Both sides must use the same. */
export const STYLE_KEY = 'ui';

let isRecipe = false;

/**
 * Chakra puts recipes into a layer, so that they lose to the styles that an element is given. Where a sheet has layers, Chromium styles the whole page
 * anew for a rule that is put into it, and measures its text again: a first dialog took half as long again. Selectors that weigh nothing lose as
 * well; among themselves the last one wins.
 */
const weighNothing: StylisPlugin = (element, _, siblings, serialize) => {
  if (element.value === '@layer recipes') {
    // Nothing is left of the layer itself.
    element.type = 'comm';
    isRecipe = true;
    const rules = (element.children as StylisElement[]).map((rule) => {
      rule.root = null;
      return serialize(rule, 0, siblings, serialize);
    });
    isRecipe = false;
    return rules.join('');
  }
  if (isRecipe && element.type === 'rule')
    element.props = (element.props as string[]).map((selector) => selector.replace(/^((?!::).)+/, ':where($&)'));
};

/**
 * The styles are written for browsers of the last years, which need no vendor prefixes; without the prefixer a third of their bytes is gone.
 */
export const CACHE_OPTIONS: Options = { key: STYLE_KEY, stylisPlugins: [weighNothing] };

const CLASS_NAME = new RegExp(`\\.${STYLE_KEY}-([\\w-]+)`, 'g');

/**
 * Emotion's cache for the browser. What the document brought is not inserted again. Style elements are empty and filled rule by rule, in
 * development too: the policy of documents lets in no other.
 */
export function createBrowserCache(): EmotionCache {
  const cache = createCache({ ...CACHE_OPTIONS, speedy: true });
  for (const { textContent } of document.querySelectorAll(`style[${RENDERED_STYLE_ATTRIBUTE}="${STYLE_KEY}"]`))
    for (const [, id = ''] of textContent.matchAll(CLASS_NAME)) cache.inserted[id] = true;
  if (hasGlobalStyles()) insertThemeFirst(cache);
  followWidth(cache);
  return cache;
}

/** What the document brought uses the tokens and keyframes that it brought, and nobody knows what a style uses that it did not bring. */
function insertThemeFirst(cache: EmotionCache): void {
  const { insert } = cache;
  cache.insert = (selector, style, ...place) => {
    // Chakra inserts nothing in the place of the global styles.
    if (style.styles !== '') {
      cache.insert = insert;
      for (const rule of themeRules()) cache.sheet.insert(rule);
    }
    return insert(selector, style, ...place);
  };
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
  typeof document !== 'undefined' && document.querySelector(`style[${RENDERED_STYLE_ATTRIBUTE}="${STYLE_KEY}-global"]`) !== null;
