/** In the place of Chakra's reset: that of the site is in `theme/global-css.ts`. */
export const createPreflight = (): object => ({});
