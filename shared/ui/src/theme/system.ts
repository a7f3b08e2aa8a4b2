/**
 * The one Chakra system of the site. It starts from a base of its own: Chakra's, with its default theme, would cost more start-up time and
 * bytes than the rest of the design system.
 */
import { createSystem } from '@chakra-ui/react';
import { base } from './base';
import { semanticColors } from './colors';
import { globalCss } from './global-css';
import * as recipe from './recipes';
import { breakpoints, keyframes, layerStyles, semanticRadii, semanticShadows, textStyles, tokens } from './tokens';

const chakra = createSystem(base, {
  preflight: false,
  cssVarsPrefix: 'ui',
  cssVarsRoot: ':where(html)',
  globalCss,
  theme: {
    breakpoints,
    keyframes,
    tokens,
    semanticTokens: { colors: semanticColors, radii: semanticRadii, shadows: semanticShadows },
    textStyles,
    layerStyles,
    recipes: {
      button: recipe.buttonRecipe,
      link: recipe.linkRecipe,
      heading: recipe.headingRecipe,
      badge: recipe.badgeRecipe,
      container: recipe.containerRecipe,
      spinner: recipe.spinnerRecipe,
      skeleton: recipe.skeletonRecipe,
      icon: recipe.iconRecipe,
    },
  },
});

/** Without the layer of Chakra's reset: empty, it would be a rule without an end, which takes the next one with it. */
export const system: typeof chakra = { ...chakra, _global: [chakra.getGlobalCss(), chakra.getTokenCss()] };
