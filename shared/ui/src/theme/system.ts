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

const ROOT = ':where(html)';

const chakra = createSystem(base, {
  preflight: false,
  cssVarsPrefix: 'ui',
  cssVarsRoot: ROOT,
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

const recipes = new WeakMap<object, ReturnType<typeof chakra.cva>>();

/** Chakra makes the recipe of a component anew for each element that it renders, and each has to learn its styles again. */
const cva = ((config) => {
  const known = recipes.get(config);
  if (known) return known;
  const made = chakra.cva(config);
  recipes.set(config, made);
  return made;
}) as typeof chakra.cva;

/** For a document that has brought the styles of the document as a whole. */
export const system: typeof chakra = { ...chakra, cva, _global: [] };

let complete: typeof chakra | undefined;

/**
 * With the styles of the document as a whole, which take a fifth of the time of everything above. They have no layer for Chakra's reset: empty, it
 * would be a rule without an end, which takes the next one with it.
 */
export const completeSystem = (): typeof chakra => (complete ??= { ...system, _global: [chakra.getGlobalCss(), chakra.getTokenCss()] });

/** Rules with all tokens and all keyframes. Chakra and Emotion would take ten times as long for them, and have them in layers. */
export const themeRules = (): string[] => [...tokenRules(), ...keyframesRules()];

const tokenRules = (): string[] =>
  [...chakra.tokens.cssVarMap].map(([condition, values]) => {
    const selector = condition === 'base' ? ROOT : chakra.conditions.resolve(condition).replace('&', '');
    return `${selector}{${declarations([...values])}}`;
  });

const keyframesRules = (): string[] =>
  Object.entries(keyframes).map(([name, steps]) => {
    const blocks = Object.entries(steps).map(([step, style]) => `${step}{${declarations(Object.entries(style))}}`);
    return `@keyframes ${name}{${blocks.join('')}}`;
  });

const declarations = (entries: readonly (readonly [string, string])[]): string =>
  entries.map(([name, value]) => `${name}:${value};`).join('');
